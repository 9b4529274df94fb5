import { expect, test } from 'vitest';
import { questionAt } from '../src/contender.js';
import { makeInput } from '../src/inputs.js';

test('the files come in turn, each with its next URL once round', () => {
  const questions = [0, 1].map((variant) => ({
    input: makeInput('tiny', variant),
    urls: [`u${variant}`, `v${variant}`],
  }));
  const asked = [0, 1, 2, 3, 4].map((turn) => questionAt(questions, turn).url);
  expect(asked).toEqual(['u0', 'u1', 'v0', 'v1', 'u0']);
  expect(questionAt(questions, 3).input).toBe(questions[1]?.input);
});
