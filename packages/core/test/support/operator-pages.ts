import { expect } from 'vitest';
import type { OperatorPage } from '../../src/crawlers/operator-page.js';

/** What holds of every file of pages: each page is written down once, and names someone. */
export function expectSoundPages(pages: readonly OperatorPage[]): void {
  const sources = pages.map(({ source }) => source);
  expect(sources.filter((source, place) => sources.indexOf(source) !== place)).toEqual([]);
  expect(sources.filter((source) => !source.startsWith('https://'))).toEqual([]);
  expect(pages.filter(({ crawlers }) => crawlers.length === 0)).toEqual([]);
}

/** The product tokens of an operator, in the order in which they are written down. */
export function tokensOf(pages: readonly OperatorPage[], operator: string): string[] {
  return pages
    .filter((page) => page.operator === operator)
    .flatMap(({ crawlers }) => crawlers.map(([productToken]) => productToken));
}
