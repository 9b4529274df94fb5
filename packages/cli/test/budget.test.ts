import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { parseArguments } from '../src/options/parser.js';
import { BUDGET_OPTION, budgetOf } from '../src/options/shared-options.js';

const budget = (...argv: string[]) => budgetOf(parseArguments(argv, { budget: BUDGET_OPTION }));

test('--budget takes a whole number of steps', () => {
  expect(budget()).toBe(undefined);
  expect(budget('--budget', '0')).toBe(0);
  expect(budget('--budget', '100000000')).toBe(100_000_000);
});

test.each(['', '-1', '1.5', '1e3', 'much', '99999999999999999'])('--budget rejects %j', (value) => {
  expect(() => budget(`--budget=${value}`)).toThrow(new InputError(`--budget must be a whole number from 0, not "${value}".`));
});
