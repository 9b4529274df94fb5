import { expect, test } from 'vitest';
import { SIZES, VARIANTS } from '../src/inputs.js';
import { oneShotQuestions, raceOneShot } from '../src/one-shot.js';
import { ratioOf } from '../src/race.js';

test('a question goes round eight files, each with URLs of its own', () => {
  const questions = oneShotQuestions('tiny');
  expect(new Set(questions.map(({ input }) => input.body)).size).toBe(VARIANTS);
  expect(new Set(questions.map(({ urls }) => urls.join())).size).toBe(VARIANTS);
});

test('every contender that has one shot runs in every size', async () => {
  const count = (_: unknown, from: number, times: number): number => from + times;
  const results = await raceOneShot(
    [{ name: 'a', oneShot: count }, { name: 'b', oneShot: count }, { name: 'parses only' }],
    { rounds: 1, turnMs: 0.01, warmUpMs: 0 },
  );
  expect(results).toHaveLength(SIZES.length * 2);
  for (const size of SIZES) expect(ratioOf(results, size, 'a', 'b')).toBeGreaterThan(0);
});
