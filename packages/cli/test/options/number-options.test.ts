import { expect, test } from 'vitest';
import { parseArguments } from '../../src/options/parser.js';
import { jobsOption, numberOption } from '../../src/options/shared-options.js';

test('--jobs takes a whole number from 1 to 256', () => {
  const jobs = (...argv: string[]) => jobsOption(parseArguments(argv, { jobs: { value: 'N', description: '' } }));
  expect(jobs()).toBeUndefined();
  expect(jobs('--jobs', '16')).toBe(16);
  for (const wrong of ['0', '257', 'x', '1.5']) {
    expect(() => jobs('--jobs', wrong)).toThrow('from 1 to 256');
  }
});

test('a word stands for no limit, and digits for a whole number in the range', () => {
  const rate = (value: string) =>
    numberOption(
      parseArguments(['--rate', value], { rate: { value: 'N', description: '' } }),
      ...(['rate', { min: 0, max: 65_535, unlimited: 'none' }] as const),
    );
  expect(['none', '0', '65535'].map(rate)).toEqual([Number.POSITIVE_INFINITY, 0, 65_535]);
  for (const wrong of ['all', '65536', '9.5', '0x10', '']) {
    expect(() => rate(wrong)).toThrow('--rate must be "none" or a whole number from 0 to 65535');
  }
});
