import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originOf } from '../src/origin.js';
import { OriginReader } from '../src/query.js';

/** Pieces whose places change where a host ends. */
const PIECES = [
  'http',
  'https',
  ':',
  '/',
  '//',
  '\\',
  '@',
  '?',
  '#',
  '\t',
  ' ',
  '.',
  ':80',
  ':8080',
  'a',
  'B',
  '[::1]',
  '%61',
  'ü',
];

test('a reader agrees with originOf on whatever order of URLs', () => {
  const urls = fc
    .array(fc.constantFrom(...PIECES), { maxLength: 10 })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          urls,
          urls.map((rest) => `http://${rest}`),
        ),
        { maxLength: 40 },
      ),
      (list) => {
        const reader = new OriginReader();
        for (const url of [...list, ...list]) expect(reader.read(url)).toBe(originOf(url));
      },
    ),
    { numRuns: 1000 },
  );
});

test('more beginnings than are remembered cost nothing but a parse', () => {
  const reader = new OriginReader();
  for (let index = 0; index < 25_000; index++) {
    const origin = `https://h${index}.example`;
    expect(reader.read(`${origin}/a`)).toBe(origin);
  }
});
