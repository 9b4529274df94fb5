/** Reads the URLs in a sitemap, a sitemap index, or a feed in RSS 2.0 or Atom (sitemaps.org). */
import { Parser } from 'htmlparser2';

/** The parser's work per tag grows with the depth. Sitemaps with any known extension have at most five levels. */
const MAX_DEPTH = 64;

/** Further addresses of a page in a sitemap: its images, and its versions in other languages. */
export type SitemapInclude = 'images' | 'alternates';

export interface SitemapLimits {
  /** Longer locations are skipped. */
  readonly maxLocationLength: number;
  /** What to read in addition to pages: `image:loc` elements, and `xhtml:link` elements with `rel="alternate"`. */
  readonly include?: readonly SitemapInclude[] | undefined;
}

/** The elements from the root to the text that is a location, by their local names. */
const LOCATIONS: ReadonlySet<string> = new Set(['urlset url loc', 'sitemapindex sitemap loc', 'rss channel item link']);
const IMAGE = 'urlset url image loc';
const ALTERNATE = 'urlset url link';
/** Its address is in an attribute. */
const ATOM_LINK = 'feed entry link';

/**
 * Reads the `loc` elements of the entries, or the links of the entries of a feed, as the text arrives. Time is linear in the
 * text, and memory is bounded: reading stops if elements are nested too deeply. A truncated or damaged file is read up to
 * that point, and `isComplete` stays false. Never throws.
 *
 * @example
 * ```ts
 * import { SitemapReader } from '@repkit/client/sitemap';
 *
 * const reader = new SitemapReader({ maxLocationLength: 2048 });
 * reader.read('<urlset><url><loc>https://example.com/page</l'); // []
 * reader.read('oc></url></urlset>'); // [ 'https://example.com/page' ]
 * reader.root; // 'urlset'
 * reader.isComplete; // true
 * ```
 */
export class SitemapReader {
  readonly #parser: Parser;
  readonly #maxLength: number;
  readonly #include: readonly SitemapInclude[];
  /** The local names of the open elements. */
  readonly #open: string[] = [];
  #root: string | undefined;
  #location: string | undefined;
  #urls: string[] = [];
  #isTooDeep = false;
  #isComplete = false;

  constructor({ maxLocationLength, include = [] }: SitemapLimits) {
    this.#maxLength = maxLocationLength;
    this.#include = include;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#opened(name.slice(name.indexOf(':') + 1), attributes),
        ontext: (text) => {
          if (this.#location === undefined || this.#location.length > maxLocationLength) return;
          this.#location += text;
        },
        onclosetag: (_name, isImplied) => this.#closed(isImplied),
      },
      { xmlMode: true, recognizeSelfClosing: true },
    );
  }

  /** The name of the root element, such as `urlset`, `sitemapindex`, `rss` or `feed`; undefined before it. */
  get root(): string | undefined {
    return this.#root;
  }

  /** Whether reading stopped because elements are nested more than 64 levels deep. */
  get isTooDeep(): boolean {
    return this.#isTooDeep;
  }

  /** Whether the root element has ended. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Returns the locations whose elements end in this text. */
  read(text: string): string[] {
    if (!this.#isTooDeep) this.#parser.write(text);
    const urls = this.#urls;
    this.#urls = [];
    return urls;
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    const { length } = this.#open;
    if (length >= MAX_DEPTH) {
      this.#isTooDeep = true;
      this.#parser.pause();
      return;
    }
    this.#root ??= name;
    this.#open.push(name);
    if (length < 2 || length > 3) return;
    const path = this.#open.join(' ');
    const isImage = path === IMAGE && this.#include.includes('images');
    const isAlternate = path === ALTERNATE && this.#include.includes('alternates');
    if (LOCATIONS.has(path) || isImage) this.#location = '';
    else if (path === ATOM_LINK || isAlternate) this.#addLink(attributes, isAlternate);
  }

  /** RFC 4287 4.2.7.2: in Atom, a link without a relation is an alternate, which is the page. */
  #addLink({ rel, href = '' }: Readonly<Record<string, string>>, needsRelation: boolean): void {
    if (rel === undefined ? needsRelation : rel.trim().toLowerCase() !== 'alternate') return;
    this.#add(href);
  }

  #closed(isImplied: boolean): void {
    this.#open.pop();
    // The end of an element in one tag is implied, too. The end of the text closes none.
    if (this.#open.length === 0) this.#isComplete = true;
    const location = this.#location;
    this.#location = undefined;
    if (location !== undefined && !isImplied) this.#add(location);
  }

  #add(location: string): void {
    const url = location.trim();
    if (url !== '' && url.length <= this.#maxLength) this.#urls.push(url);
  }
}

/** XML 1.0 appendix F.1. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([^"'>]{1,64})["']/;
const HEAD_BYTES = 512;

/**
 * Returns the label of the encoding by the byte-order mark or the XML declaration in the first bytes of a sitemap (RFC 7303 3);
 * `utf-8` without these. The label may be unknown to `TextDecoder`. A charset in the Content-Type counts before the declaration.
 *
 * @example
 * ```ts
 * import { sitemapEncoding } from '@repkit/client/sitemap';
 *
 * const head = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><urlset>');
 * new TextDecoder(sitemapEncoding(head)).encoding; // 'windows-1252'
 * ```
 */
export function sitemapEncoding(head: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte));
  if (marked !== undefined) return marked[0];
  const text = new TextDecoder('latin1').decode(head.subarray(0, HEAD_BYTES));
  const label = DECLARATION.exec(text)?.[1]?.trim() ?? 'utf-8';
  // The declaration was read as ASCII, so the text is not UTF-16.
  return /^(?:utf-16|ucs-2|iso-10646-ucs)/i.test(label) ? 'utf-8' : label;
}
