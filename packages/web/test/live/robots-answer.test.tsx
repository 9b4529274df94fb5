import { expect, inject, test } from 'vitest';
import { isRobotsAnswer } from '../../src/live/robots-answer.js';

const { answers, problem } = inject('live');

test('what the service answers is understood, and anything else is known as such', () => {
  for (const answer of Object.values(answers)) expect(isRobotsAnswer(answer)).toBe(true);
  const { policies, ...rest } = answers.busy;
  const others = [problem, undefined, null, 7, [], {}, rest, { ...rest, policies: {} }];
  expect(others.filter(isRobotsAnswer)).toEqual([]);
  expect(isRobotsAnswer({ ...answers.busy, later: 'member' })).toBe(true);
});
