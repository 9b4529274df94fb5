import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { Versions } from '../../src/audit/versions.js';

const robotsTxt = parseRobotsTxt('');
const versions = [
  { name: 'a', from: 100_000, robotsTxt },
  // Replaced at some time from second 300 to 350.
  { name: 'b', from: 200_000, until: 350_000, robotsTxt },
  { name: 'c', from: 300_000, robotsTxt },
];

test.each([
  ['before the first version', 0, 99, ''],
  ['one version', 120, 150, 'a'],
  ['the last version has no end', 1e12, 1e12, 'c'],
  ['a window over a change', 150, 250, 'a b'],
  ['both versions of a change in the same second', 200, 200, 'a b'],
  ['nobody saw when b was replaced', 320, 340, 'b c'],
  ['b was surely replaced', 351, 360, 'c'],
  ['the whole history', 0, 1000, 'a b c'],
])('%s', (_, start, end, expected) => {
  const { first, last } = new Versions({ source: 'git', versions }).between(start, end);
  const names = versions.slice(first, last + 1).map(({ name }) => name);
  expect(names.join(' ')).toBe(expected);
});
