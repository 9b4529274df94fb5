/** The crawlers that are checked: known ones with their profile, others by product token. */
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import type { Messages } from '../messages/messages.js';

export const ALL_OTHERS = '*';

/** Returns the profile of a known crawler; any other product token stays as it is. */
export function crawlerOf(token: string): CrawlerProfile | string {
  return crawlerProfile(token) ?? token;
}

export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Returns the words for verdicts: about access, or about the use of content for a name that no crawler sends. */
export function verdictWords(messages: Messages, crawler: CrawlerProfile | string) {
  const isControlToken = typeof crawler === 'object' && crawler.governs !== undefined;
  return isControlToken ? { ...messages, ...messages.use } : messages;
}
