/** The rules of many sites within a memory budget, loaded when a block needs them. */
import type { Crawler } from '@repkit/core';
import { crawlerName, MIN_PARSING_LIMIT_BYTES } from '@repkit/core';
import { bufferOf, bytesOf } from '../bytes/bytes.js';
import type { Row } from '../rows/read-rows.js';
import { urlText } from '../rows/url-problem.js';
import type { BlockFilter, FilterResult, RulesFor } from './block-filter.js';
import { remembered } from './row-crawlers.js';
import { type AccessUnder, CrawlerRules, type RuleOverrides, type Rules } from './rules.js';

export interface LoadedSite {
  readonly accessUnder: AccessUnder;
  /** Size of the robots.txt. */
  readonly bytes: number;
}

/** Loads what the site of a URL permits to crawlers. Throws a TypeError if the URL has no origin. */
export type LoadSite = (url: string, crawlers: readonly Crawler[]) => Promise<LoadedSite>;

export interface OriginCacheOptions {
  readonly overrides: RuleOverrides;
  /** Maximum number of parallel loads. */
  readonly concurrency: number;
  /** Approximate memory for the rules that are cached between blocks. */
  readonly maxBytes: number;
  /** Called when evicted rules are loaded again for the first time, with the number of origins that fit into memory. */
  readonly onReload?: ((origins: number) => void) | undefined;
}

interface Origin {
  readonly key: string;
  /** Undefined if the URL has no origin. */
  readonly rules: Rules | undefined;
  /** Approximate memory. */
  readonly bytes: number;
}

interface MissingOrigin {
  readonly url: string;
  readonly crawlers: readonly Crawler[];
}

/** Memory of an entry in addition to its key and rules. */
const ENTRY_BYTES = 200;

/** Caches two generations. When the recent one has reached half of the budget, it replaces the older one. */
export class OriginCache {
  readonly #load: LoadSite;
  readonly #options: OriginCacheOptions;
  readonly #rulesFor: (crawlers: readonly Crawler[]) => CrawlerRules;
  #recent = new Map<string, Origin>();
  #recentBytes = 0;
  #older = new Map<string, Origin>();
  /** The origin of the latest row: in most lists, the URLs of an origin follow each other. */
  #latest: Origin | undefined;
  /** Bytes of rows and their text. */
  #bytes: Uint8Array = new Uint8Array();
  #text = '';
  /** The origins that were evicted first, until one of them is loaded again. */
  #evicted: ReadonlySet<string> | undefined;
  #isReported = false;

  constructor(load: LoadSite, options: OriginCacheOptions) {
    this.#load = load;
    this.#options = options;
    this.#rulesFor = remembered((crawlers) => new CrawlerRules(crawlers, options.overrides));
  }

  /**
   * Filters a block. Loads missing origins and repeats the block, because the origins of most blocks are cached. Start a
   * block when the previous one is done: only then nothing that a block needs is evicted.
   */
  async filterBlock(block: Uint8Array, filter: BlockFilter): Promise<FilterResult> {
    if (this.#recentBytes > this.#options.maxBytes / 2) this.#replaceOlder();
    const missing = new Map<string, MissingOrigin>();
    const rulesFor: RulesFor = (row, crawlers) => this.#rulesOf(row, crawlers, filter, missing);
    const filtered = filter.filter(block, rulesFor);
    if (missing.size === 0) return filtered;
    await this.#loadAll(missing);
    missing.clear();
    return filter.filter(block, rulesFor);
  }

  /** Returns the rules for the origin of a row; undefined if those of this or of an earlier row must be loaded first. */
  #rulesOf(row: Row, crawlers: readonly Crawler[], filter: BlockFilter, missing: Map<string, MissingOrigin>): Rules | undefined {
    const { bytes, urlStart, urlEnd, targetStart } = row;
    const text = row.text?.url ?? this.#textOf(bytes);
    const end = targetStart > urlStart ? targetStart : originEnd(text, urlStart, urlEnd);
    const written = text.slice(urlStart, end);
    const key = crawlers === filter.crawlers ? written : `${written}\n${crawlers.map(crawlerName)}`;
    if (key !== this.#latest?.key) this.#latest = this.#recent.get(key) ?? this.#promoted(key);
    if (this.#latest === undefined) {
      missing.set(key, { url: urlText(row), crawlers });
      return undefined;
    }
    if (this.#latest.rules === undefined) throw new TypeError('The URL has no origin.');
    // Verdicts of a block that will be filtered again are wasted work.
    return missing.size === 0 ? this.#latest.rules : undefined;
  }

  /** Returns the bytes as text, one character per byte. Rows share the bytes of their block, and slicing its text is fast. */
  #textOf(bytes: Uint8Array): string {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#text = bufferOf(bytes).toString('latin1');
    }
    return this.#text;
  }

  /** Moves an origin from the older generation to the recent one. */
  #promoted(key: string): Origin | undefined {
    const origin = this.#older.get(key);
    if (origin !== undefined) this.#add(origin);
    return origin;
  }

  #add(origin: Origin): void {
    this.#recent.set(origin.key, origin);
    this.#recentBytes += origin.bytes + origin.key.length + ENTRY_BYTES;
  }

  #replaceOlder(): void {
    if (this.#older.size > 0) this.#evicted ??= new Set(this.#older.keys());
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#recentBytes = 0;
    // Its next row moves the origin to the recent generation.
    this.#latest = undefined;
  }

  async #loadAll(missing: ReadonlyMap<string, MissingOrigin>): Promise<void> {
    // All loops share one iterator, so each takes the next entry when it is free.
    const entries = missing.entries();
    const loadNext = async (): Promise<void> => {
      for (const [key, origin] of entries) {
        this.#reportReload(key);
        // A copy of the key, because a slice would keep the text of its block in memory.
        this.#add(await this.#loadOrigin(bytesOf(key).toString('latin1'), origin));
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency }, loadNext));
  }

  #reportReload(key: string): void {
    if (this.#isReported || this.#evicted?.has(key) !== true) return;
    this.#isReported = true;
    this.#options.onReload?.(this.#recent.size + this.#older.size);
  }

  async #loadOrigin(key: string, { url, crawlers }: MissingOrigin): Promise<Origin> {
    try {
      const { accessUnder, bytes } = await this.#load(url, crawlers);
      const rules = this.#rulesFor(crawlers).of(accessUnder);
      return { key, rules, bytes: rulesBytes(bytes, crawlers.length) };
    } catch (error) {
      if (error instanceof TypeError) return { key, rules: undefined, bytes: 0 };
      throw error;
    }
  }
}

/** Returns the approximate memory of the rules of a file: more once they are compiled, less before. */
function rulesBytes(bodyBytes: number, crawlers: number): number {
  return 3 * Math.min(bodyBytes, MIN_PARSING_LIMIT_BYTES) + 1000 * crawlers;
}

const SCHEMES = ['https://', 'http://'];

/**
 * Returns where the path of an http or https URL starts, and the end of any other text. An origin may be written in several
 * ways, but what precedes the path has only one origin. Further slashes or backslashes may precede the host (URL Standard
 * 4.4).
 */
function originEnd(text: string, start: number, end: number): number {
  const scheme = SCHEMES.find((scheme) => text.startsWith(scheme, start));
  if (scheme === undefined) return end;
  const host = start + scheme.length;
  const slash = text.indexOf('/', host);
  return slash > host && slash < end && text[host] !== '\\' ? slash : end;
}
