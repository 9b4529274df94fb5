import { describe, expect, test } from 'vitest';
import { aiPages } from '../../src/crawlers/ai-pages.js';
import { googlePages } from '../../src/crawlers/google-pages.js';
import type { OperatorPage } from '../../src/crawlers/operator-page.js';
import { otherPages } from '../../src/crawlers/other-pages.js';
import { searchPages } from '../../src/crawlers/search-pages.js';
import { sitePages } from '../../src/crawlers/site-pages.js';
import { crawlerProfile } from '../../src/crawlers.js';

/** The product tokens of an operator, in file order. */
function tokensOf(pages: readonly OperatorPage[], operator: string): string[] {
  return pages
    .filter((page) => page.operator === operator)
    .flatMap(({ crawlers }) => crawlers.map(([productToken]) => productToken));
}

function purposesOf(pages: readonly OperatorPage[]): string[] {
  return [...new Set(pages.flatMap(({ crawlers }) => crawlers.flatMap(([, purpose]) => purpose)))];
}

describe.each(Object.entries({ aiPages, googlePages, otherPages, searchPages, sitePages }))('%s', (_, pages) => {
  test('are unique, sorted by operator and not empty', () => {
    const keys = pages.map(({ operator, source }) => `${operator} ${source}`);
    const folded = keys.map((key) => key.toLowerCase());
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
    expect(folded).toEqual(folded.toSorted());
    expect(pages.filter(({ crawlers }) => crawlers.length === 0)).toEqual([]);
  });
});

test('AI operators distinguish training, search and user requests', () => {
  expect(tokensOf(aiPages, 'Anthropic')).toEqual(['Claude-SearchBot', 'Claude-User', 'ClaudeBot']);
  const anthropic = aiPages.find(({ operator }) => operator === 'Anthropic');
  expect(anthropic?.crawlers.map(([, purpose]) => purpose)).toEqual(['ai-search', 'ai-user', 'ai-training']);
});

test('an operator may have several pages, and a page several crawlers', () => {
  for (const token of ['Googlebot', 'AdsBot-Google', 'Google-NotebookLM']) {
    expect(tokensOf(googlePages, 'Google')).toContain(token);
  }
  expect(tokensOf(sitePages, 'Moz')).toEqual(['dotbot', 'rogerbot']);
});

test('one crawler may have several names', () => {
  expect(tokensOf(otherPages, 'Internet Archive')).toEqual(['archive.org_bot', 'ia_archiver']);
  expect(crawlerProfile('ia_archiver')?.note).toBe('An older name.');
});

test('of other crawlers and site services, only copies of archives train models', () => {
  expect(purposesOf(otherPages).sort()).toEqual(['advertising', 'ai-training', 'archive', 'other', 'preview']);
  expect(purposesOf(sitePages).sort()).toEqual(['monitoring', 'other', 'seo']);
});
