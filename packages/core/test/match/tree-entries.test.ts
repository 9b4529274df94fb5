import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RadixTree } from '../../src/match/radix-tree.js';
import { NO_ENTRY, TreeEntries } from '../../src/match/tree-entries.js';
import { octets } from '../support/make.js';
import { generatedPatterns, patternSetOf } from '../support/patterns.js';

/** The octets from the root up to a place in the label of a node. */
function pathTo(tree: RadixTree, node: number, place: number): string {
  const own = String.fromCharCode(...tree.arena.subarray(tree.labelStart[node], place));
  const above = tree.parent[node];
  return above < 0 ? own : pathTo(tree, above, tree.labelStart[above + 1]) + own;
}

function find(entries: TreeEntries, target: string): number {
  return entries.find(octets(target), 0, target.length);
}

test('an entry leads to the place that its octets lead to', () => {
  const tree = new RadixTree(patternSetOf(['/shop/a', '/shop/b', '/shelf', '/sho', '/x', '/news']));
  const entries = new TreeEntries(tree);
  for (const head of ['/shop', '/shel', '/news']) {
    const entry = find(entries, `${head}/more`);
    expect(pathTo(tree, entries.node(entry), entries.place(entry))).toBe(head);
    expect(entries.above(entry)).toBe(tree.parent[entries.node(entry)]);
    expect(find(entries, head)).toBe(entry);
  }
  for (const other of ['/sho', '/shoq/', '/x', '/xxxx', '/newt/', 'xnews/', '']) {
    expect(find(entries, other)).toBe(NO_ENTRY);
  }
});

test('the root may be an entry, and there may be none', () => {
  const deep = new TreeEntries(new RadixTree(patternSetOf(['/shop/a', '/shop/b'])));
  const entry = find(deep, '/shop/c');
  expect([deep.node(entry), deep.place(entry), deep.above(entry)]).toEqual([0, 5, -1]);
  const shallow = new TreeEntries(new RadixTree(patternSetOf(['/a', '', '/bcd$'])));
  expect(find(shallow, '/bcd/')).toBe(NO_ENTRY);
});

test('octets of any value are told apart', () => {
  const patterns = Array.from(
    { length: 256 },
    (_, octet) => `/\u0000\u0000\u0000${String.fromCharCode(octet)}`,
  ).filter((pattern) => !/[*$]/.test(pattern));
  const tree = new RadixTree(patternSetOf(patterns));
  const entries = new TreeEntries(tree);
  for (const pattern of patterns) {
    const entry = find(entries, pattern);
    expect(pathTo(tree, entries.node(entry), entries.place(entry))).toBe(pattern);
  }
});

test('every place of that depth below a / has an entry, and nothing else', () => {
  const pieces = ['/', 'a', 'b', 'ab'];
  fc.assert(
    fc.property(generatedPatterns(pieces, 40), (patterns) => {
      const tree = new RadixTree(patternSetOf(patterns));
      const entries = new TreeEntries(tree);
      const heads = new Set(
        patterns
          .map((pattern) => pattern.replace(/\$$/, '').slice(0, 5))
          .filter((head) => head.length === 5 && head.startsWith('/')),
      );
      for (const head of heads) {
        const entry = find(entries, head);
        expect(pathTo(tree, entries.node(entry), entries.place(entry))).toBe(head);
      }
      for (const other of ['/aaaa', '/abab', '/////', 'aaaaa', '/bbbb/']) {
        expect(find(entries, other) !== NO_ENTRY).toBe(heads.has(other.slice(0, 5)));
      }
    }),
    { numRuns: 200 },
  );
});

test('worst case: in memory linear in the places', () => {
  const patterns = Array.from({ length: 10_000 }, (_, i) => `/${String(i).padStart(4, '0')}`);
  expect(new TreeEntries(new RadixTree(patternSetOf(patterns))).octets).toBeLessThan(
    2 * 1024 * 1024,
  );
});
