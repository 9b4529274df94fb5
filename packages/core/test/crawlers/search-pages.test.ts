import { expect, test } from 'vitest';
import { searchPages } from '../../src/crawlers/search-pages.js';
import { knownCrawlers } from '../../src/index.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('pages are unique, sorted by operator and not empty', () => expectSoundPages(searchPages));

test('an operator may have several pages', () => {
  expect(tokensOf(searchPages, 'Google')).toContain('Googlebot');
  expect(tokensOf(searchPages, 'Google')).toContain('AdsBot-Google');
  expect(tokensOf(searchPages, 'Google')).toContain('Google-NotebookLM');
});

test('notes mark product tokens that no crawler sends', () => {
  const sentByNone = knownCrawlers.filter(({ note }) => note?.startsWith('No crawler sends'));
  expect(sentByNone.map(({ productToken }) => productToken)).toEqual([
    'Applebot-Extended',
    'Google-Extended',
    'Yandex',
  ]);
});
