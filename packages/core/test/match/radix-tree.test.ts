import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_RANK } from '../../src/match/pattern-set.js';
import { RadixTree } from '../../src/match/radix-tree.js';
import { latin1OfBytes } from '../naive/bytes.js';
import { generatedPatterns, patternSetOf } from '../support/patterns.js';

function treeOf(patterns: readonly string[]): RadixTree {
  return new RadixTree(patternSetOf(patterns));
}

function label(tree: RadixTree, node: number): string {
  return latin1OfBytes(tree.arena.subarray(tree.labelStart[node], tree.labelStart[node + 1]));
}

function childrenOf({ firstChild }: RadixTree, node: number): number[] {
  const count = firstChild[node + 1] - firstChild[node];
  return Array.from({ length: count }, (_, child) => firstChild[node] + child);
}

/** The bytes from the root to the end of a node's label. */
function path(tree: RadixTree, node: number): string {
  return (node === 0 ? '' : path(tree, tree.parent[node])) + label(tree, node);
}

/** Every pattern that ends at a node, with its rank. */
function read(tree: RadixTree): Map<string, number> {
  const found = new Map<string, number>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.rank[node] !== NO_RANK) found.set(path(tree, node), tree.rank[node]);
    if (tree.anchoredRank[node] !== NO_RANK) {
      found.set(`${path(tree, node)}$`, tree.anchoredRank[node]);
    }
  }
  return found;
}

describe('extension: radix tree', () => {
  test('stores shared prefixes once', () => {
    const tree = treeOf(['/private/a', '/private/b', '/pub', '/private']);
    expect(label(tree, 0)).toBe('/p');
    expect(childrenOf(tree, 0).map((child) => label(tree, child))).toEqual(['rivate', 'ub']);
    expect(latin1OfBytes(tree.arena)).toBe('/privateub/ab');
    expect(tree.size).toBe(6);
  });

  test('keeps the best rank of equal patterns, with and without $ separately', () => {
    expect(read(treeOf(['/a$', '/a', '/a', '/a$']))).toEqual(
      new Map([
        ['/a$', 0],
        ['/a', 1],
      ]),
    );
  });

  test('the empty pattern ends at the root', () => {
    expect(read(treeOf(['/a', '']))).toEqual(
      new Map([
        ['/a', 0],
        ['', 1],
      ]),
    );
    expect(treeOf(['', '$']).size).toBe(1);
  });
});

test('contains every pattern in at most two nodes each; siblings differ in the first byte', () => {
  fc.assert(
    fc.property(generatedPatterns(['a', 'b', 'ab', '*a', '/'], 40), (patterns) => {
      const tree = treeOf(patterns);
      const expected = new Map<string, number>();
      patterns.forEach((pattern, rank) => {
        if (!expected.has(pattern)) expected.set(pattern, rank);
      });
      expect(read(tree)).toEqual(expected);
      patterns.forEach((pattern, i) => {
        expect(path(tree, tree.nodeOf[i])).toBe(pattern.replace(/\$$/, ''));
      });
      expect(tree.size).toBeLessThanOrEqual(2 * patterns.length);
      for (let node = 0; node < tree.size; node++) {
        const children = childrenOf(tree, node);
        expect(new Set(children.map((child) => label(tree, child)[0])).size).toBe(children.length);
        for (const child of children) expect(tree.parent[child]).toBe(node);
      }
    }),
    { numRuns: 300 },
  );
});

test('worst case: 1,000 patterns that each extend the previous one', () => {
  const patterns = Array.from({ length: 1000 }, (_, i) => '/'.padEnd(i + 1, 'a'));
  const tree = treeOf(patterns);
  expect([tree.size, tree.arena.length]).toEqual([1000, 1000]);
});
