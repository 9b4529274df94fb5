import { describe, expect, test } from 'vitest';
import { OctetPairs } from '../../src/match/octet-pairs.js';
import { octets } from '../support/make.js';
import { targetWithin } from '../support/patterns.js';

/** Whether the target may hold the piece, as its octets and pairs say. */
function mayHold(pairs: OctetPairs, piece: string): boolean {
  const list = Array.from(octets(piece));
  return list.every(
    (octet, at) => pairs.holdsOctet(octet) && (at === 0 || pairs.holdsPair(list[at - 1], octet)),
  );
}

function pairsOf(target: string): OctetPairs {
  const pairs = new OctetPairs();
  pairs.read(targetWithin(`x${target}y`, 1, 1 + target.length));
  return pairs;
}

test('never excludes a piece that the target holds', () => {
  const target = '/a/bb/\xFF\0%C3%A9?abcab';
  const pairs = pairsOf(target);
  for (let start = 0; start < target.length; start++) {
    for (let end = start; end <= target.length; end++) {
      expect(mayHold(pairs, target.slice(start, end))).toBe(true);
    }
  }
});

test('excludes a piece with a pair that the target lacks', () => {
  const pairs = pairsOf('/private/folder');
  for (const piece of ['ab', '/f', 'xprivate', 'privates', 'er/', '.php']) {
    const isThere = piece === '/f';
    expect(mayHold(pairs, piece)).toBe(isThere);
  }
});

test('reads the target only, not what stands around it', () => {
  const pairs = pairsOf('ab');
  expect(mayHold(pairs, 'ab')).toBe(true);
  expect(mayHold(pairs, 'xa')).toBe(false);
  expect(mayHold(pairs, 'by')).toBe(false);
});

test('a piece of one octet is there where that octet is; an empty one always', () => {
  const pairs = pairsOf('/a');
  expect(['', '/', 'a', 'q'].map((piece) => mayHold(pairs, piece))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('forgets the last target, also after 65,536 of them', () => {
  const pairs = new OctetPairs();
  const read = (target: string) => pairs.read(targetWithin(`/${target}`, 0, 1 + target.length));
  read('ab');
  for (let round = 0; round < 0x1_0002; round++) {
    read('');
    if (mayHold(pairs, 'ab') || mayHold(pairs, 'a'))
      expect.fail(`after ${round} targets the pairs of the first remain`);
  }
  read('ab');
  expect(mayHold(pairs, 'ab')).toBe(true);
});

describe('places', () => {
  const target = `/${'abcab'.repeat(60)}\xFF\0`;
  const pairs = pairsOf(target);

  /** The places from `from` on to which a pair leads, in the target. */
  function placesOf(pair: string, from: number): number[] {
    const [first, second] = octets(pair);
    // The target starts at 1.
    const start = pairs.firstIndex(first, second, 1 + from);
    const count = pairs.endIndex(first, second) - start;
    return Array.from({ length: count }, (_, i) => pairs.place(start + i) - 1);
  }

  test.each(['ab', 'bc', 'ca', 'ba', '/a', '\xFF\0', 'b\xFF'])(
    'all of %j, in rising order, from any place on',
    (pair) => {
      for (const from of [0, 1, 2, 7, 150, target.length - 2, target.length]) {
        const expected = Array.from(target, (_, at) => at).filter(
          (at) => at >= from && target.startsWith(pair, at),
        );
        const found = placesOf(pair, from);
        // Other pairs may share the slot.
        expect(found.filter((at) => target.startsWith(pair, at))).toEqual(expected);
        expect(found).toEqual(found.toSorted((a, b) => a - b));
        expect(found.every((at) => at >= from)).toBe(true);
      }
    },
  );

  test('of a pair that the target lacks: none', () => {
    expect(['xy', 'cb', 'y0'].map((pair) => placesOf(pair, 0))).toEqual([[], [], []]);
  });

  test('are known of long targets, and for pieces of two octets or more', () => {
    expect([0, 1, 2, 3].map((length) => pairs.knowsPlaces(length))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(pairsOf('/abcab').knowsPlaces(2)).toBe(false);
  });

  test('do not take in the octet after the target', () => {
    const inner = `/${'ab'.repeat(200)}a`;
    const crossing = new OctetPairs();
    // `ac` would lie in the slot after that of `ab`.
    crossing.read(targetWithin(`${inner}c`, 0, inner.length));
    const [a, b, c] = octets('abc');
    expect(crossing.endIndex(a, b) - crossing.firstIndex(a, b, 0)).toBe(200);
    expect(crossing.endIndex(a, c) - crossing.firstIndex(a, c, 0)).toBe(0);
  });

  test('are those of the latest target', () => {
    const again = pairsOf(target);
    again.read(targetWithin('/short', 0, 6));
    expect(again.knowsPlaces(2)).toBe(false);
    const other = 'x'.repeat(1000);
    again.read(targetWithin(other, 0, 1000));
    const [x] = octets('x');
    expect(again.endIndex(x, x) - again.firstIndex(x, x, 0)).toBe(999);
    expect(again.place(again.firstIndex(x, x, 500))).toBe(500);
  });
});
