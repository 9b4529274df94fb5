import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { versionsBetween } from '../../src/audit/history.js';

const robotsTxt = parseRobotsTxt('');
const versions = [
  { name: 'a', from: 100, robotsTxt },
  // Replaced at some time from 300 to 350.
  { name: 'b', from: 200, until: 350, robotsTxt },
  { name: 'c', from: 300, robotsTxt },
];

test.each([
  ['before the first version', 0, 99, ''],
  ['one version', 120, 150, 'a'],
  ['the last version has no end', 1e15, 1e15, 'c'],
  ['a window over a change', 150, 250, 'a b'],
  ['both versions of a change at the same time', 200, 200, 'a b'],
  ['nobody saw when b was replaced', 320, 340, 'b c'],
  ['b was surely replaced', 351, 360, 'c'],
  ['the whole history', 0, 1000, 'a b c'],
])('%s', (_, from, to, expected) => {
  const names = versionsBetween({ versions }, from, to).map(({ name }) => name);
  expect(names.join(' ')).toBe(expected);
});
