import { expect, test } from 'vitest';
import { type Piece, PieceMaker, urlOf } from '../src/pieces.js';
import { cachedOriginOf } from '../src/scatter.js';

const PIECE_URLS = 10;

/** A large origin, a medium one, many small ones, and rows without an origin, mixed. */
const URLS = Array.from({ length: 3000 }, (_, n) => {
  if (n % 2 === 0) return `http://large.example/${n}`;
  if (n % 31 === 0) return `https://some.example:8443/${n}`;
  return n % 97 === 0 ? `no URL ${n}` : `http://h${n % 1301}.example/${n}`;
});

function piecesOf(urls: readonly string[], maxBytes: number): Piece[] {
  const maker = new PieceMaker(cachedOriginOf(), { pieceUrls: PIECE_URLS, maxBytes });
  for (const [at, url] of urls.entries()) maker.add(at + 1, url);
  const pieces = [...maker.pieces()];
  // Repeatable
  expect([...maker.pieces()]).toEqual(pieces);
  maker.close();
  return pieces;
}

test.each([1_000_000, 4000, 0])(
  'each row is in one piece and each origin in one job, with files of %i bytes in memory',
  (maxBytes) => {
    const pieces = piecesOf(URLS, maxBytes);
    expect(pieces.map(({ index }) => index)).toEqual(pieces.map((_, at) => at));
    const lines = pieces.flatMap((piece) => piece.lines);
    const wanted = URLS.map((url, at) => `${at + 1}\t${url}`);
    expect(lines.toSorted()).toEqual(wanted.toSorted());
    const { origin } = { origin: cachedOriginOf() };
    const jobs = new Map<string, Set<number>>();
    for (const { lines: own, jobFirst } of pieces) {
      expect(own.length).toBeLessThanOrEqual(PIECE_URLS);
      for (const line of own) {
        const key = origin(urlOf(line)).origin;
        jobs.set(key, (jobs.get(key) ?? new Set()).add(jobFirst));
      }
    }
    expect([...jobs.values()].every((firsts) => firsts.size === 1)).toBe(true);
    // The order within an origin is preserved.
    const large = lines
      .filter((line) => line.includes('//large.'))
      .map((line) => Number.parseInt(line, 10));
    expect(large).toEqual(large.toSorted((a, b) => a - b));
  },
);

test('pieces depend only on the rows', () => {
  expect(piecesOf(URLS, 4000)).toEqual(piecesOf(URLS, 4000));
  expect(piecesOf(URLS.slice(1), 4000)).not.toEqual(piecesOf(URLS, 4000));
});

test('a job larger than a piece has consecutive pieces', () => {
  const pieces = piecesOf(
    Array.from({ length: 25 }, (_, n) => `http://a.example/${n}`),
    1_000_000,
  );
  expect(
    pieces.map(({ jobFirst, isLastOfJob, lines }) => [jobFirst, isLastOfJob, lines.length]),
  ).toEqual([
    [0, false, 10],
    [0, false, 10],
    [0, true, 5],
  ]);
  expect(piecesOf([], 1)).toEqual([]);
});
