import { expect, test } from 'vitest';
import { isRobotsAnswer } from '../../src/live/robots-answer.js';
import * as recorded from '../support/recorded-answers.js';

const { PROBLEM, ...answers } = recorded;

test('what the service answers is understood, and anything else is known as such', () => {
  for (const answer of Object.values(answers)) expect(isRobotsAnswer(answer)).toBe(true);
  const { policies, ...rest } = answers.BUSY;
  const others = [PROBLEM, undefined, null, 7, [], {}, rest, { ...rest, policies: {} }];
  expect(others.filter(isRobotsAnswer)).toEqual([]);
  expect(isRobotsAnswer({ ...answers.BUSY, later: 'member' })).toBe(true);
});
