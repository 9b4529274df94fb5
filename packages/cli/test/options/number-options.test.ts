import { expect, test } from 'vitest';
import { parseArguments } from '../../src/options/arguments.js';
import { jobsOption } from '../../src/options/shared-options.js';

test('--jobs takes a whole number from 1 to 256', () => {
  const jobs = (...argv: string[]) =>
    jobsOption(parseArguments(argv, [{ name: 'jobs', value: 'N', description: '' }]));
  expect(jobs()).toBeUndefined();
  expect(jobs('--jobs', '16')).toBe(16);
  for (const wrong of ['0', '257', 'x', '1.5']) {
    expect(() => jobs('--jobs', wrong)).toThrow('from 1 to 256');
  }
});
