import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { sampleWithVerdicts, verdictsOn } from '../../../src/lint/checks/samples.js';
import { Budget } from '../../../src/prover/budget.js';

const matcherOf = (rules: string) => parseRobotsTxt(`User-agent: *\n${rules}`).matcher('a');
const open = matcherOf('Allow: /');
const blocked = (one: boolean) => !one;

describe('sample targets', () => {
  test.each([
    ['Disallow: /x', '/x'],
    ['Disallow: *x', '/x'],
    ['Disallow: /a*b$', '/ab'],
    ['Disallow: /x\nAllow: /x$', '/xx'],
    ['Disallow: /a*b\nAllow: /*ab$', '/axb'],
    ['Allow: /', undefined],
    ['Disallow: /é', '/%C3%A9'],
    ['Disallow: /./', undefined],
  ])('extension: of %j', (rules, target) => {
    expect(sampleWithVerdicts([matcherOf(rules), open], blocked, new Budget())).toBe(target);
  });

  test('tries the patterns of both matchers', () => {
    const other = matcherOf('Disallow: /y');
    const differs = (one: boolean, two: boolean) => one !== two;
    expect(sampleWithVerdicts([open, other], differs, new Budget())).toBe('/y');
    expect(verdictsOn('/y', [open, other])).toEqual([true, false]);
  });

  test('skips targets that do not satisfy the predicate', () => {
    const other = matcherOf('Disallow: /y\nDisallow: /z');
    const wanted = (one: boolean, two: boolean, target: string) => one !== two && target !== '/y';
    expect(sampleWithVerdicts([open, other], wanted, new Budget())).toBe('/yx');
  });

  test('spends at most a quarter of the budget and returns the rest', () => {
    const budget = new Budget(400);
    const many = matcherOf('Allow: /\n'.repeat(60));
    expect(sampleWithVerdicts([many, many], blocked, budget)).toBeUndefined();
    expect(budget.left).toBeGreaterThanOrEqual(300);
  });
});
