import { expect, test } from 'vitest';
import { sitePages } from '../../src/crawlers/site-pages.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('pages are unique, sorted by operator and not empty', () => expectSoundPages(sitePages));

test('one page may document several crawlers', () => {
  expect(tokensOf(sitePages, 'Moz')).toEqual(['dotbot', 'rogerbot']);
});

test('contains only monitoring, SEO and other purposes', () => {
  const purposes = sitePages.flatMap(({ crawlers }) => crawlers.map(([, purpose]) => purpose));
  expect([...new Set(purposes)].sort()).toEqual(['monitoring', 'other', 'seo']);
});
