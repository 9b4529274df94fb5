import { describe, expect, test } from 'vitest';
import { audiencesOf } from '../../src/analysis/audience.js';
import { parseRobotsTxt } from '../../src/index.js';
import { Budget } from '../../src/prover/budget.js';

const BODY = `User-agent: a
User-agent: b
Disallow: /x

User-agent: A
User-agent: c
Disallow: /y

User-agent: d
User-agent: e
Disallow: /
`;

describe('those to whom the same rules apply', () => {
  test('RFC 9309 2.2.1: one for each set of groups, with all its names', () => {
    const { all, star, complete } = audiencesOf(parseRobotsTxt(BODY), new Budget());
    expect(all.map(({ tokens }) => tokens)).toEqual([['a'], ['b'], ['c'], ['d', 'e']]);
    expect(all.map(({ ranked }) => ranked.rules.length)).toEqual([2, 1, 1, 1]);
    expect(star).toBeUndefined();
    expect(complete).toBe(true);
  });

  test('everyone else is one where a group is for it', () => {
    const { all, star } = audiencesOf(
      parseRobotsTxt(`${BODY}\nUser-agent: *\nAllow: /\n`),
      new Budget(),
    );
    expect(star).toBe(all.at(-1));
    expect(star?.tokens).toEqual(['*']);
  });

  test('where the budget is met, some are left out', () => {
    const { all, complete } = audiencesOf(parseRobotsTxt(BODY), new Budget(15));
    expect(all.length).toBeLessThan(4);
    expect(complete).toBe(false);
  });
});
