import { expect } from 'vitest';
import type { OperatorPage } from '../../src/crawlers/operator-page.js';

/** What holds of every file of pages: each page is written down once, by operator, and names someone. */
export function expectSoundPages(pages: readonly OperatorPage[]): void {
  const keys = pages.map(({ operator, source }) => `${operator} ${source}`);
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  expect(keys.map((key) => key.toLowerCase())).toEqual(keys.map((key) => key.toLowerCase()).sort());
  expect(pages.filter(({ crawlers }) => crawlers.length === 0)).toEqual([]);
}

/** The product tokens of an operator, in the order in which they are written down. */
export function tokensOf(pages: readonly OperatorPage[], operator: string): string[] {
  return pages
    .filter((page) => page.operator === operator)
    .flatMap(({ crawlers }) => crawlers.map(([productToken]) => productToken));
}
