import { lint, parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import {
  EXAMPLE_ROBOTS_TXT,
  EXAMPLE_URLS,
  initialState,
  VIEW_NAMES,
} from '../../src/state/app-state.js';

test('the page begins with the first view, the reading of RFC 9309 and a choice of the example', () => {
  const state = initialState('ja');
  expect(state).toMatchObject({ view: VIEW_NAMES[0], dialect: 'rfc9309', language: 'ja' });
  expect(state.urls.split('\n')).toContain(state.chosen?.url);
  expect(state.productTokens).toContain(state.chosen?.productToken);
});

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
