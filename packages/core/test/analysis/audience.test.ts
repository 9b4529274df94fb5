import { describe, expect, test } from 'vitest';
import { audiencesOf, namesText } from '../../src/analysis/audience.js';
import { parseRobotsTxt } from '../../src/index.js';
import { Budget } from '../../src/prover/budget.js';
import { bytes } from '../support/make.js';

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

describe('audiences', () => {
  test('RFC 9309 2.2.1: one per set of groups, with all of its names', () => {
    const { all, star, complete } = audiencesOf(parseRobotsTxt(BODY), new Budget());
    expect(all.map(({ tokens }) => tokens)).toEqual([['a'], ['b'], ['c'], ['d', 'e']]);
    expect(all.map(({ ranked }) => ranked.rules.length)).toEqual([2, 1, 1, 1]);
    expect(star).toBeUndefined();
    expect(complete).toBe(true);
  });

  test('all other crawlers are an audience if a group applies to them', () => {
    const { all, star } = audiencesOf(parseRobotsTxt(`${BODY}\nUser-agent: *\nAllow: /\n`), new Budget());
    expect(star).toBe(all.at(-1));
    expect(star?.tokens).toEqual(['*']);
  });

  test('an exhausted budget leaves audiences out', () => {
    const { all, complete } = audiencesOf(parseRobotsTxt(BODY), new Budget(15));
    expect(all.length).toBeLessThan(4);
    expect(complete).toBe(false);
  });
});

test('selected groups: only ASCII letters of names are compared without case', () => {
  const names = (...tokens: string[]) =>
    namesText(
      parseRobotsTxt(bytes(tokens.map((one) => `User-agent: ${one}\n`).join('')), {
        dialect: 'koster1996',
      }),
    );
  expect(names('A', 'b')).toBe(names('B', 'a', 'A'));
  expect(names('\xC3')).not.toBe(names('\xE3'));
});
