import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_ROBOTS_TXT, EXAMPLE_URLS, initialValues, VIEW_NAMES } from '../../src/state/page-state.js';

test('the page starts with a question, the first view and the documented dialects', () => {
  expect(initialValues('ja')).toMatchObject({
    isStarted: false,
    robotsTxt: '',
    view: VIEW_NAMES[0],
    dialect: undefined,
    language: 'ja',
  });
});

describe('the example', () => {
  const file = parseRobotsTxt(EXAMPLE_ROBOTS_TXT);

  test('has one fixable mistake', () => {
    const fixable = lint(file).filter(({ fix }) => fix !== undefined);
    expect(fixable.map(({ code }) => code)).toEqual(['misspelt-field']);
  });

  test('has allowed and disallowed URLs, one with several matching rules', () => {
    const urls = EXAMPLE_URLS.trim().split('\n');
    const verdicts = urls.map((url) => file.explain(url, 'Googlebot', { all: true }));
    expect(new Set(verdicts.map(({ allowed }) => allowed))).toEqual(new Set([true, false]));
    expect(verdicts.some(({ matched = [] }) => matched.length > 1)).toBe(true);
  });
});
