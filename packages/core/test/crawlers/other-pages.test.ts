import { expect, test } from 'vitest';
import { otherPages } from '../../src/crawlers/other-pages.js';
import { crawlerProfile } from '../../src/index.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('pages are unique, sorted by operator and not empty', () => expectSoundPages(otherPages));

test('contains only advertising, archive, preview and other purposes', () => {
  const purposes = otherPages.flatMap(({ crawlers }) => crawlers.map(([, purpose]) => purpose));
  expect([...new Set(purposes)].sort()).toEqual(['advertising', 'archive', 'other', 'preview']);
});

test('one crawler may have several names', () => {
  expect(tokensOf(otherPages, 'Internet Archive')).toEqual(['archive.org_bot', 'ia_archiver']);
  expect(crawlerProfile('ia_archiver')?.note).toBe('An older name.');
});
