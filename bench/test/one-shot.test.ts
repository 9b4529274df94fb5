import { expect, test } from 'vitest';
import { SIZES, VARIANTS } from '../src/inputs.js';
import { oneShotFiles, raceOneShot } from '../src/one-shot.js';
import { ratioOf } from '../src/race.js';

test('checks rotate through eight files with different URLs', () => {
  const files = oneShotFiles('tiny');
  expect(new Set(files.map(({ input }) => input.body)).size).toBe(VARIANTS);
  expect(new Set(files.map(({ urls }) => urls.join())).size).toBe(VARIANTS);
});

test('every contender with a one-shot check runs in every size', async () => {
  const count = (_: unknown, from: number, times: number): number => from + times;
  const results = await raceOneShot(
    [{ name: 'a', oneShot: count }, { name: 'b', oneShot: count }, { name: 'parses only' }],
    { rounds: 1, turnMs: 0.01, warmUpMs: 0 },
  );
  expect(results).toHaveLength(SIZES.length * 2);
  for (const size of SIZES) expect(ratioOf(results, size, 'a', 'b')).toBeGreaterThan(0);
});
