import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { ANALYSIS_STEPS, Budget, groupSteps, querySteps, readBudget } from '../../src/prover/budget.js';

test('an exhausted budget stays exhausted', () => {
  const budget = new Budget(5);
  expect(budget.spend(5)).toBe(true);
  expect(budget.left).toBe(0);
  expect(budget.spend(1)).toBe(false);
  expect(budget.spend(0)).toBe(false);
  expect(budget.left).toBe(0);
});

test('takes back what a task leaves of the steps lent to it', () => {
  const budget = new Budget(10);
  const spent = budget.lend(6, (share) => {
    expect([budget.left, share.left]).toEqual([4, 6]);
    return share.spend(2);
  });
  expect([spent, budget.left]).toEqual([true, 8]);
  const overspent = budget.lend(100, (share) => {
    expect([budget.left, share.left]).toEqual([0, 8]);
    return share.spend(9);
  });
  expect([overspent, budget.left]).toEqual([false, 0]);
});

test('option: a whole number of steps', () => {
  expect(readBudget(undefined).left).toBe(ANALYSIS_STEPS);
  expect(readBudget(0).left).toBe(0);
  for (const wrong of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => readBudget(wrong)).toThrow(RangeError);
  }
});

test('many rules and user-agent lines cost steps, and so do queries that compare many rules', () => {
  const fileOf = (line: (index: number) => string, count: number) =>
    parseRobotsTxt(`User-agent: *\n${Array.from({ length: count }, (_, i) => line(i)).join('\n')}`);
  const rules = fileOf((index) => `Disallow: /${index}`, 20_000);
  expect(groupSteps(parseRobotsTxt(''))).toBe(0);
  expect(groupSteps(rules)).toBeGreaterThan(20_000);
  expect(groupSteps(fileOf((index) => `User-agent: b${index}`, 20_000))).toBeGreaterThan(20_000);
  expect(querySteps(rules.matcher('*').rules)(10)).toBeGreaterThan(20_000);
  const stars = fileOf((index) => `Disallow: /*${index}`, 100).matcher('*').rules;
  expect(querySteps(stars)(100)).toBeGreaterThan(querySteps(stars)(10));
});
