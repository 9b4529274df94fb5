import { expect, test } from 'vitest';
import { searchPages } from '../../src/crawlers/search-pages.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('each page is there once, by operator, and names someone', () =>
  expectSoundPages(searchPages));

test('an operator may have several pages', () => {
  expect(tokensOf(searchPages, 'Google')).toContain('Googlebot');
  expect(tokensOf(searchPages, 'Google')).toContain('AdsBot-Google');
  expect(tokensOf(searchPages, 'Google')).toContain('Google-NotebookLM');
});
