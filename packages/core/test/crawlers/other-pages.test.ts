import { expect, test } from 'vitest';
import { otherPages } from '../../src/crawlers/other-pages.js';
import { knownCrawler } from '../../src/index.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('each page is there once, by operator, and names someone', () => expectSoundPages(otherPages));

test('none of them searches for everyone or builds models', () => {
  const purposes = otherPages.flatMap(({ crawlers }) => crawlers.map(([, purpose]) => purpose));
  expect([...new Set(purposes)].sort()).toEqual(['advertising', 'archive', 'other', 'preview']);
});

test('an operator may have several names for one crawler', () => {
  expect(tokensOf(otherPages, 'Internet Archive')).toEqual(['archive.org_bot', 'ia_archiver']);
  expect(knownCrawler('ia_archiver')?.note).toBe('This is an older name.');
});
