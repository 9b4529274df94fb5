/** Suggestions for the text in the field for crawlers. */
import { isGoverned, parseRobotsTxt, productToken } from '@repkit/core';
import { type CrawlerProfile, crawlerProfile, crawlersFor, knownCrawlers, purposesFor } from '@repkit/core/crawlers';
import type { Messages } from '../messages/messages.js';
import { ALL_OTHERS, isSameToken } from './crawlers.js';

export interface Suggestion {
  /** What is added; several for a purpose. */
  readonly productTokens: readonly string[];
  readonly name: string;
  readonly about: string;
  readonly isFromHeader?: boolean;
}

export interface SearchResult {
  /** The product token in the text, if it contains one. */
  readonly token?: string;
  /** The best first: known crawlers, then the text itself as a product token. */
  readonly suggestions: readonly Suggestion[];
}

export function searchFor(typed: string, { check: texts, fill }: Messages): SearchResult {
  const crawlers = searchCrawlers(typed, texts.purpose).map(
    ({ name, operator, purposes }): Suggestion => ({
      productTokens: [name],
      name,
      about: [operator, ...purposes.map((purpose) => texts.purpose[purpose])].join(', '),
    }),
  );
  // A name that begins with the text comes first: Enter adds the first entry.
  const text = folded(typed);
  const named = text === '' ? 0 : crawlers.filter(({ name }) => folded(name).startsWith(text)).length;
  const purposes = searchPurposes(typed, texts, fill);
  const known = [...crawlers.slice(0, named), ...purposes, ...crawlers.slice(named)];
  const allOthers = { productTokens: [ALL_OTHERS], name: ALL_OTHERS, about: texts.allOthers };
  if (typed.trim() === '') return { suggestions: [allOthers, ...known] };
  const found = parseTypedToken(typed);
  if (found === undefined) return { suggestions: known };
  const { productToken: token, isFromHeader } = found;
  if (token === ALL_OTHERS) return { token, suggestions: [allOthers, ...known] };
  if (crawlers.some(({ name }) => isSameToken(name, token))) return { token, suggestions: known };
  const about = fill(isFromHeader ? texts.addFromHeader : texts.addOther, { token });
  const added = { productTokens: [token], name: token, about, isFromHeader };
  return { token, suggestions: [...known, added] };
}

/** Returns a text without case, accents and surrounding space, which keyboards may lack or add. */
function folded(text: string): string {
  const letters = text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return letters.replaceAll('ı', 'i');
}

/** Returns an entry for each purpose with all typed words in its name. */
function searchPurposes(typed: string, texts: Messages['check'], fill: Messages['fill']): Suggestion[] {
  const words = folded(typed).split(/\s+/);
  const purposes = purposesFor('all');
  return purposes.flatMap((purpose) => {
    const name = texts.purpose[purpose];
    const text = folded(`${purpose} ${name}`);
    if (!words.every((word) => text.includes(word))) return [];
    const crawlers = crawlersFor(purpose).filter(isGoverned);
    const productTokens = crawlers.map((crawler) => crawler.name);
    const all = fill(texts.allFor, { count: crawlers.length, purpose: name });
    return [{ productTokens, name: all, about: '' }];
  });
}

/** A User-Agent header has a version or a comment (RFC 9110 10.1.5). */
const HEADER = /[/()]/;

/**
 * Returns the product token in a text: the text itself, or the token in a whole User-Agent header. Returns undefined if
 * no user-agent line could name it.
 */
export function parseTypedToken(text: string) {
  const wanted = text.trim();
  if (!HEADER.test(wanted)) {
    return isNameable(wanted) ? { productToken: wanted, isFromHeader: false } : undefined;
  }
  const found = productToken(wanted, (name) => crawlerProfile(name) !== undefined);
  if (!found.found || !isNameable(found.token)) return undefined;
  return { productToken: found.token, isFromHeader: true };
}

/** Whether core parses the whole token in a user-agent line. */
function isNameable(token: string): boolean {
  const [group] = parseRobotsTxt(`User-agent: ${token}`).groups;
  return group?.productTokens[0] === token;
}

/**
 * Returns the known crawlers with all typed words in their name, operator or purpose (case-insensitive), names with the
 * typed prefix first. An empty text returns all.
 */
export function searchCrawlers(typed: string, texts: Messages['check']['purpose']): CrawlerProfile[] {
  const text = folded(typed);
  const words = text.split(/\s+/);
  const found = knownCrawlers.filter((crawler) => {
    const { name, operator, purposes } = crawler;
    const about = purposes.map((purpose) => `${purpose} ${texts[purpose]}`).join(' ');
    const all = folded(`${name} ${operator} ${about}`);
    return words.every((word) => all.includes(word));
  });
  const begins = ({ name }: CrawlerProfile) => folded(name).startsWith(text);
  return [...found.filter(begins), ...found.filter((crawler) => !begins(crawler))];
}
