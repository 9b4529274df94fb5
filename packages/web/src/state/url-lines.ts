import { parseRobotsTxt } from '@repkit/core';

/** The URLs of the page as text: one a line. */

/** Any origin will do: the host plays no part in a verdict. */
const ORIGIN = 'https://example.com';

/** The text with a line more for each target that it does not have. `//a` is a target here, and no name of a host. */
export function withTargets(text: string, targets: readonly string[]): string {
  const lines = new Set(text.split(/\r\n?|\n/).map((line) => line.trim()));
  const added = targets
    .map((target) => (target.startsWith('//') ? ORIGIN + target : target))
    .filter((target, at, all) => !lines.has(target) && all.indexOf(target) === at);
  const begin = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return begin + added.map((target) => `${target}\n`).join('');
}

/** A list of URLs, as it is pasted or comes in a file. */
export interface UrlList {
  /** Each once, in the order of the list: what core can be asked about, in every dialect. */
  readonly urls: readonly string[];
  /** Lines that are none. */
  readonly refused: readonly string[];
}

/** One URL a line; blank lines and what surrounds a URL as white space do not count. Linear in the text. */
export function readUrls(text: string): UrlList {
  const urls = new Set<string>();
  const refused: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const url = line.trim();
    if (url === '') continue;
    if (isAskable(url)) urls.add(url);
    else refused.push(url);
  }
  return { urls: [...urls], refused };
}

const ORIGIN_OF_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=[/?#])/i;

/** What all URLs of a list begin with, up to their paths; empty where they differ in it. Linear in the list. */
export function commonOrigin([first = '', ...others]: readonly string[]): string {
  const origin = ORIGIN_OF_URL.exec(first)?.[0] ?? '';
  return others.every((url) => ORIGIN_OF_URL.exec(url)?.[0] === origin) ? origin : '';
}

/** In the strictest of the dialects: what can be asked here can be asked in all of them. */
const NO_RULES = parseRobotsTxt('');

/** Whether core takes the question; for one that is none it throws. Linear in the texts. */
export function isAskable(url: string, productToken = '*'): boolean {
  try {
    return NO_RULES.isAllowed(url, productToken);
  } catch {
    return false;
  }
}
