import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { TargetSearch } from '../../src/match/target-search.js';
import { bytes } from '../support/make.js';
import { targetOf, targetWithin } from '../support/patterns.js';

/** Whether the target may contain the piece according to its pairs. */
function mayContain(search: TargetSearch, piece: string): boolean {
  const memory = bytes(piece);
  return memory.every((byte, at) => at === 0 || search.mayContainPair(memory[at - 1], byte));
}

function searchOf(target: string): TargetSearch {
  const search = new TargetSearch();
  search.read(targetWithin(`x${target}y`, 1, 1 + target.length));
  return search;
}

test('never rejects a piece that the target contains', () => {
  const target = '/a/bb/\xFF\0%C3%A9?abcab';
  const search = searchOf(target);
  for (let start = 0; start < target.length; start++) {
    for (let end = start; end <= target.length; end++) {
      expect(mayContain(search, target.slice(start, end))).toBe(true);
    }
  }
});

test('rejects a piece with a pair that the target lacks', () => {
  const search = searchOf('/private/folder');
  for (const piece of ['ab', '/f', 'xprivate', 'privates', 'er/', '.php']) {
    expect(mayContain(search, piece)).toBe(piece === '/f');
  }
});

test('ignores bytes around the target', () => {
  const search = searchOf('ab');
  expect(mayContain(search, 'ab')).toBe(true);
  expect(mayContain(search, 'xa')).toBe(false);
  expect(mayContain(search, 'by')).toBe(false);
});

test('earlier targets do not affect results', () => {
  const search = searchOf('ab');
  search.read(targetWithin('/', 0, 1));
  expect(mayContain(search, 'ab')).toBe(false);
});

test('find: like String.indexOf', () => {
  const words = ['a', 'b', 'ab', 'abc', 'c', '\xFF\0'];
  const some = (minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom(...words), { minLength, maxLength, size: 'max' }).map((parts) => parts.join(''));
  const repeated = fc.tuple(some(1, 3), fc.integer({ min: 1, max: 300 }));
  const long = fc
    .array(
      repeated.map(([word, count]) => word.repeat(count)),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join(''));
  const search = new TargetSearch();
  fc.assert(
    fc.property(long, fc.array(some(1, 12), { minLength: 1, maxLength: 20 }), (text, pieces) => {
      const target = targetOf(text);
      search.read(target);
      const expectPlace = (piece: string, from: number) => {
        const found = search.find(bytes(piece), 0, piece.length, target, 1 + from);
        const expected = text.indexOf(piece, from);
        if (found !== (expected < 0 ? -1 : 1 + expected)) {
          expect.fail(`${piece} in ${text} from ${from}: ${found}`);
        }
      };
      for (let round = 0; round < 3; round++) {
        for (const piece of pieces) expectPlace(piece, (round * 7919) % text.length);
        // A piece that almost occurs at many offsets.
        expectPlace(`${text.slice(0, 200)}\x01`, 0);
      }
    }),
    { numRuns: runs(100) },
  );
});

test('ignores the byte after the target', () => {
  const inner = `/${'ab'.repeat(200)}a`;
  const target = targetWithin(`${inner}c`, 0, inner.length);
  const search = new TargetSearch();
  search.read(target);
  expect(search.find(bytes('ac'), 0, 2, target, 0)).toBe(-1);
  expect(search.find(bytes('bab'), 0, 3, target, inner.length - 3)).toBe(-1);
});
