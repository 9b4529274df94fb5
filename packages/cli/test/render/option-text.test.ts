import { expect, test } from 'vitest';
import { optionText, optionUsage } from '../../src/render/prose.js';

const description = 'What it does.';

test.each([
  [{ name: 'a', description }, '--a', 'What it does.'],
  [{ name: 'a', value: 'FILE', choices: ['none'], description }, '--a FILE', 'What it does.'],
  [
    { name: 'a', value: 'NAME', choices: ['b', 'c'], default: 'c', description },
    '--a NAME',
    'What it does: b, c (default).',
  ],
])('%j', (option, usage, text) => {
  expect(optionUsage(option)).toBe(usage);
  expect(optionText(option)).toBe(text);
});
