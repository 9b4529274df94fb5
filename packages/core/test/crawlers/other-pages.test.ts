import { expect, test } from 'vitest';
import { otherPages } from '../../src/crawlers/other-pages.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('each page is there once, and names someone', () => expectSoundPages(otherPages));

test('one page may document several crawlers', () => {
  expect(tokensOf(otherPages, 'Moz')).toEqual(['dotbot', 'rogerbot']);
});

test('none of them searches for everyone or builds models', () => {
  const purposes = otherPages.flatMap(({ crawlers }) => crawlers.map(([, purpose]) => purpose));
  expect(purposes.filter((purpose) => purpose === 'search' || purpose.startsWith('ai-'))).toEqual(
    [],
  );
});
