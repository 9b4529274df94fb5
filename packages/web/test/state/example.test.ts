import { lint, parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_ROBOTS_TXT, EXAMPLE_URLS } from '../../src/state/example.js';

describe('the example', () => {
  const file = parseRobotsTxt(EXAMPLE_ROBOTS_TXT);

  test('has one slip, with its mend', () => {
    const slips = lint(file).filter(({ fix }) => fix !== undefined);
    expect(slips.map(({ code }) => code)).toEqual(['misspelt-field']);
  });

  test('allows and disallows some of its URLs, and one of them by a tie of rules or a longer one', () => {
    const urls = EXAMPLE_URLS.trim().split('\n');
    const verdicts = urls.map((url) => file.explain(url, 'Googlebot', { all: true }));
    expect(new Set(verdicts.map(({ allowed }) => allowed))).toEqual(new Set([true, false]));
    expect(verdicts.some(({ matched = [] }) => matched.length > 1)).toBe(true);
  });
});
