/** The rules of many origins, loaded when a block asks for them, and kept within a bound. */

import type { BlockFilter, Filtered } from './block-filter.js';
import type { Block } from './blocks.js';
import { type Rules, rulesWithout } from './rules.js';

/** Loads the rules for the origin of a URL. Throws a TypeError where it has none. */
export type LoadRules = (url: string) => Promise<Rules>;

/** Where they are loaded from. */
export interface SiteRules {
  readonly load: LoadRules;
  close(): Promise<void>;
}

export interface OriginRulesOptions {
  /** Loads at once. */
  readonly concurrency: number;
  /** Origins that are kept from one block to the next. */
  readonly most: number;
}

const PENDING = rulesWithout('unreachable');

export class OriginRules {
  readonly #load: LoadRules;
  readonly #options: OriginRulesOptions;
  /** By what a URL begins with; once half full, the one used last at the end. Undefined: there is no such origin. */
  readonly #kept = new Map<string, Rules | undefined>();

  constructor(load: LoadRules, options: OriginRulesOptions) {
    this.#load = load;
    this.#options = options;
  }

  /** Most blocks are about origins that are known; others are answered again once these are. */
  async answer(block: Block, filter: BlockFilter): Promise<Filtered> {
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= this.#options.most) break;
      this.#kept.delete(key);
    }
    const missing = new Map<string, string>();
    let latestKey = '';
    let latest: Rules = PENDING;
    const rulesFor = (url: string): Rules => {
      const key = originKey(url);
      if (key === latestKey) return latest;
      const rules = this.#kept.get(key);
      if (rules === undefined) {
        if (this.#kept.has(key)) throw new TypeError('The URL has no origin.');
        missing.set(key, url);
        return PENDING;
      }
      if (this.#isFilling()) {
        // Used last, and so dropped last.
        this.#kept.delete(key);
        this.#kept.set(key, rules);
      }
      latestKey = key;
      latest = rules;
      return rules;
    };
    const filtered = filter.filter(block, rulesFor);
    if (missing.size === 0) return filtered;
    await this.#loadAll(missing);
    return filter.filter(block, rulesFor);
  }

  /** Before that nothing will be dropped soon, and to keep the order costs as much as to find the rules. */
  #isFilling(): boolean {
    return this.#kept.size > this.#options.most / 2;
  }

  /** Loads what is not known of the origins of URLs, before they are answered block by block. */
  async prepare(urls: Iterable<string>): Promise<void> {
    const missing = new Map<string, string>();
    for (const url of urls) {
      const key = originKey(url);
      if (!this.#kept.has(key)) missing.set(key, url);
    }
    await this.#loadAll(missing);
  }

  async #loadAll(missing: ReadonlyMap<string, string>): Promise<void> {
    // One iterator for all: each takes the next when it is done with one.
    const entries = missing.entries();
    const one = async (): Promise<void> => {
      for (const [key, url] of entries) this.#kept.set(key, await this.#loaded(url));
    };
    await Promise.all(Array.from({ length: this.#options.concurrency }, one));
  }

  async #loaded(url: string): Promise<Rules | undefined> {
    try {
      return await this.#load(url);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

/**
 * What URLs of one origin begin with: up to the slash behind the authority where the URL has the usual form, else all
 * of it. No two origins share one, though one may have several.
 */
function originKey(url: string): string {
  const start = url.startsWith('https://') ? 8 : url.startsWith('http://') ? 7 : 0;
  const end = start === 0 ? -1 : url.indexOf('/', start);
  return end > start ? url.slice(0, end) : url;
}
