import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { ANALYSIS_STEPS, Budget, bodyWalkSteps, readBudget } from '../../src/prover/budget.js';

test('an exhausted budget stays exhausted', () => {
  const budget = new Budget(5);
  expect(budget.spend(5)).toBe(true);
  expect(budget.left).toBe(0);
  expect(budget.spend(1)).toBe(false);
  expect(budget.spend(0)).toBe(false);
  expect(budget.left).toBe(0);
});

test('giveBack returns the rest of a slice', () => {
  const budget = new Budget(10);
  const slice = budget.slice(6);
  expect([budget.left, slice.left]).toEqual([4, 6]);
  slice.spend(2);
  budget.giveBack(slice);
  expect(budget.left).toBe(8);
  const greedy = budget.slice(100);
  expect([budget.left, greedy.left]).toEqual([0, 8]);
  greedy.spend(9);
  budget.giveBack(greedy);
  expect(budget.left).toBe(0);
});

test('option: a whole number of steps', () => {
  expect(readBudget(undefined).left).toBe(ANALYSIS_STEPS);
  expect(readBudget(0).left).toBe(0);
  for (const wrong of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => readBudget(wrong)).toThrow(RangeError);
  }
});

test('a query for a product token costs steps per byte of the body', () => {
  expect(bodyWalkSteps(parseRobotsTxt(''))).toBe(0);
  expect(bodyWalkSteps(parseRobotsTxt('#'.repeat(801)))).toBe(101);
});
