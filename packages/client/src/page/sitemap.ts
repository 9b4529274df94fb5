/** Reads the URLs in a sitemap or a sitemap index (sitemaps.org). */
import { Parser } from 'htmlparser2';

/** The parser's work per tag grows with the depth. Sitemaps with any known extension have at most five levels. */
const MAX_DEPTH = 64;

export interface SitemapLimits {
  /** Longer locations are skipped. */
  readonly maxLocationLength: number;
}

/**
 * Reads the `loc` elements of the entries as the text arrives. Skips those of image and video extensions, which have other
 * parents. Time is linear in the text, and memory is bounded: reading stops if elements are nested too deeply. A truncated
 * or damaged file is read up to that point, and `isComplete` stays false. Never throws.
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
  /** The local names of the open elements. */
  readonly #open: string[] = [];
  #root: string | undefined;
  #location: string | undefined;
  #urls: string[] = [];
  #isTooDeep = false;
  #isComplete = false;

  constructor({ maxLocationLength }: SitemapLimits) {
    this.#maxLength = maxLocationLength;
    this.#parser = new Parser(
      {
        onopentag: (name) => this.#opened(name.slice(name.indexOf(':') + 1)),
        ontext: (text) => {
          if (this.#location === undefined || this.#location.length > maxLocationLength) return;
          this.#location += text;
        },
        onclosetag: (_name, isImplied) => this.#closed(isImplied),
      },
      { xmlMode: true, recognizeSelfClosing: true },
    );
  }

  /** The name of the root element, such as `urlset` or `sitemapindex`; undefined before it. */
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

  #opened(name: string): void {
    const { length } = this.#open;
    if (length >= MAX_DEPTH) {
      this.#isTooDeep = true;
      this.#parser.pause();
      return;
    }
    this.#root ??= name;
    this.#open.push(name);
    const parent = this.#root === 'urlset' ? 'url' : 'sitemap';
    if (length === 2 && name === 'loc' && this.#open[1] === parent) this.#location = '';
  }

  #closed(isImplied: boolean): void {
    this.#open.pop();
    // The end of an element in one tag is implied, too. The end of the text closes none.
    if (this.#open.length === 0) this.#isComplete = true;
    const url = this.#location?.trim() ?? '';
    this.#location = undefined;
    if (url !== '' && !isImplied && url.length <= this.#maxLength) this.#urls.push(url);
  }
}
