import { expect, test } from 'vitest';
import { sitePages } from '../../src/crawlers/site-pages.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('each page is there once, by operator, and names someone', () => expectSoundPages(sitePages));

test('one page may document several crawlers', () => {
  expect(tokensOf(sitePages, 'Moz')).toEqual(['dotbot', 'rogerbot']);
});

test('none of them searches for everyone or builds models', () => {
  const purposes = sitePages.flatMap(({ crawlers }) => crawlers.map(([, purpose]) => purpose));
  expect([...new Set(purposes)].sort()).toEqual(['monitoring', 'other', 'seo']);
});
