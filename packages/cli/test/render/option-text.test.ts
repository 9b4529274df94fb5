import { expect, test } from 'vitest';
import { optionUsage } from '../../src/options/arguments.js';
import { optionText } from '../../src/render/prose.js';

const description = 'What it does.';

test.each([
  [{ description }, '--a', 'What it does.'],
  [{ value: 'FILE', choices: ['none'], description }, '--a FILE', 'What it does.'],
  [{ value: 'NAME', choices: ['b', 'c'], default: 'c', description }, '--a NAME', 'What it does: b, c (default).'],
])('%j', (option, usage, text) => {
  expect(optionUsage('a', option)).toBe(usage);
  expect(optionText(option)).toBe(text);
});
