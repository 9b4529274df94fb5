import { isAskable } from '../state/askable.js';

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

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?=[/?#])/i;

/** What all URLs of a list begin with, up to their paths; empty where they differ in it. Linear in the list. */
export function commonOrigin([first = '', ...others]: readonly string[]): string {
  const origin = ORIGIN.exec(first)?.[0] ?? '';
  return others.every((url) => ORIGIN.exec(url)?.[0] === origin) ? origin : '';
}
