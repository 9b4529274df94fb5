/** Crawlers that collect pages for language models, or on behalf of those who ask one. */
import { knownCrawlers } from '@repkit/core';

/** Files name them for the sake of models too: their copies are what models learn from, or their operators use other names today. */
const ALSO_NAMED = [
  'anthropic-ai',
  'CCBot',
  'Claude-Web',
  'Diffbot',
  'ImagesiftBot',
  'omgilibot',
  'PanguBot',
];

/** Their product tokens, as their operators publish them. */
export const AI_CRAWLERS: readonly string[] = knownCrawlers
  .filter(({ purpose }) => purpose.startsWith('ai-'))
  .map(({ productToken }) => productToken)
  .concat(ALSO_NAMED);

const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(
  AI_CRAWLERS.map((token) => [token.toLowerCase(), token]),
);

/** Other records that are about the use of pages by models, and not about fetching them. */
export const AI_RECORDS: ReadonlySet<string> = new Set([
  'content-signal',
  'content-usage',
  'license',
]);

const END_OF_TOKEN = /[\s/]/;

/** The crawler that a user-agent line names, in its usual spelling; undefined for all others. */
export function aiCrawlerNamed(value: string): string | undefined {
  const token = BY_LOWER_CASE.get(value.toLowerCase());
  if (token !== undefined) return token;
  const end = value.search(END_OF_TOKEN);
  return end === -1 ? undefined : BY_LOWER_CASE.get(value.slice(0, end).toLowerCase());
}
