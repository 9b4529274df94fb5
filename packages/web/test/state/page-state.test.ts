import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import { describe, expect, test } from 'vitest';
import {
  EXAMPLE_ROBOTS_TXT,
  EXAMPLE_URLS,
  initialValues,
  VIEW_NAMES,
} from '../../src/state/page-state.js';

test('the page starts with the first view, the documented dialects and a chosen verdict', () => {
  const state = initialValues('ja');
  expect(state).toMatchObject({ view: VIEW_NAMES[0], dialect: undefined, language: 'ja' });
  expect(state.urls.split('\n')).toContain(state.chosen?.url);
  expect(state.productTokens).toContain(state.chosen?.productToken);
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
