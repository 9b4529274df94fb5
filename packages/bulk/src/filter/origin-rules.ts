/** A bounded cache of the rules of many origins, loaded when a block needs them. */
import { Buffer } from 'node:buffer';
import { bufferOf, byteText, SLASH } from '../bytes/bytes.js';
import type { BlockFilter, FilterResult, RulesFor } from './block-filter.js';
import { constantRules, type Rules } from './rules.js';

/** Loads the rules for the origin of a URL. Throws a TypeError if it has none. */
export type LoadRules = (url: string) => Promise<Rules>;

export interface SiteRules {
  readonly load: LoadRules;
  close(): Promise<void>;
}

export interface OriginRulesOptions {
  /** Maximum number of parallel loads. */
  readonly concurrency: number;
  /** Maximum number of origins cached between blocks. */
  readonly maxOrigins: number;
}

const PENDING = constantRules('unreachable');

export class OriginRules {
  readonly #load: LoadRules;
  readonly #options: OriginRulesOptions;
  /** By `originKey`; undefined if a key has no origin. In order of last use once half full. */
  readonly #cache = new Map<string, Rules | undefined>();
  readonly #recent = new RecentOrigins();

  constructor(load: LoadRules, options: OriginRulesOptions) {
    this.#load = load;
    this.#options = options;
  }

  /** Filters a block. Loads missing origins and repeats the block, because the origins of most blocks are cached. */
  async filterBlock(block: Uint8Array, filter: BlockFilter): Promise<FilterResult<Buffer>> {
    const { maxOrigins } = this.#options;
    // Once the cache is half full, clearing `recent` makes each origin be looked up in it once per block, which marks it as
    // used. Before that, nothing is evicted soon, and maintaining the order costs as much as finding the rules.
    if (this.#cache.size > maxOrigins / 2) this.#recent.clear();
    for (const key of this.#cache.keys()) {
      if (this.#cache.size <= maxOrigins) break;
      this.#cache.delete(key);
    }
    const missing = new Map<string, string>();
    const rulesFor: RulesFor = (bytes, start, end) =>
      this.#recent.find(bytes, start, end) ?? this.#lookUp(bytes, start, end, missing);
    const filtered = filter.filter(block, rulesFor);
    if (missing.size === 0) return filtered;
    await this.#loadAll(missing);
    return filter.filter(block, rulesFor);
  }

  #lookUp(bytes: Uint8Array, start: number, end: number, missing: Map<string, string>): Rules {
    const key = originKey(bufferOf(bytes).toString('latin1', start, end));
    const rules = this.#cache.get(key);
    if (rules === undefined) {
      if (this.#cache.has(key)) throw new TypeError('The URL has no origin.');
      missing.set(key, bufferOf(bytes).toString('utf8', start, end));
      return PENDING;
    }
    if (this.#cache.size > this.#options.maxOrigins / 2) {
      this.#cache.delete(key);
      this.#cache.set(key, rules);
    }
    this.#recent.add(key, rules);
    return rules;
  }

  /** Loads the missing origins of URLs before their blocks are filtered. */
  async prepare(urls: Iterable<string>): Promise<void> {
    const missing = new Map<string, string>();
    for (const url of urls) {
      const key = originKey(byteText(url));
      if (!this.#cache.has(key)) missing.set(key, url);
    }
    await this.#loadAll(missing);
  }

  async #loadAll(missing: ReadonlyMap<string, string>): Promise<void> {
    // All loops share one iterator, so each takes the next entry when it is free.
    const entries = missing.entries();
    const loadNext = async (): Promise<void> => {
      for (const [key, url] of entries) this.#cache.set(key, await this.#loadOrigin(url));
    };
    await Promise.all(Array.from({ length: this.#options.concurrency }, loadNext));
  }

  async #loadOrigin(url: string): Promise<Rules | undefined> {
    try {
      return await this.#load(url);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

const SCHEMES = ['https://', 'http://'].map((scheme) => Uint8Array.from(Buffer.from(scheme)));
/** If two origins share a slot, the older one is looked up by string, which takes three times as long. */
const SLOTS = 1 << 14;
const SLOT_WIDTH = 3;
/** For 16,384 origins of typical length. */
const KEY_BYTES = 512 * 1024;

/**
 * Finds recently used origins by their bytes, without creating strings. A slot holds one origin, so hash collisions cost no
 * more than a lookup by string. The keys share one buffer: with many origins, each jump in memory takes as long as
 * reading the URL.
 */
class RecentOrigins {
  /** For each slot, the hash of its key, and where the key starts and ends in `#keys`; zeros if the slot is empty. */
  readonly #slots = new Int32Array(SLOTS * SLOT_WIDTH);
  readonly #keys = new Uint8Array(KEY_BYTES);
  readonly #rules = new Array<Rules | undefined>(SLOTS).fill(undefined);
  #keysEnd = 0;
  #latestStart = 0;
  #latestEnd = 0;
  #latest: Rules | undefined;

  find(bytes: Uint8Array, start: number, end: number): Rules | undefined {
    // In most lists, the URLs of an origin are consecutive.
    const latestEnd = start + this.#latestEnd - this.#latestStart;
    if (this.#latest !== undefined && latestEnd < end && bytes[latestEnd] === SLASH) {
      if (this.#isKey(bytes, start, this.#latestStart, this.#latestEnd)) return this.#latest;
    }
    const hostStart = afterScheme(bytes, start);
    let hash = hostStart - start;
    let at = hostStart;
    for (; at < end && bytes[at] !== SLASH; at++) hash = nextHash(hash, bytes[at] as number);
    const slot = slotOf(hash);
    const entry = slot * SLOT_WIDTH;
    if (this.#slots[entry] !== hash || at === end) return undefined;
    const keyStart = this.#slots[entry + 1] as number;
    const keyEnd = this.#slots[entry + 2] as number;
    if (keyEnd - keyStart !== at - start) return undefined;
    if (!this.#isKey(bytes, start, keyStart, keyEnd)) return undefined;
    this.#latestStart = keyStart;
    this.#latestEnd = keyEnd;
    this.#latest = this.#rules[slot];
    return this.#latest;
  }

  /** Adds the rules for an `originKey`, unless that is a whole URL. */
  add(text: string, rules: Rules): void {
    const key = Buffer.from(text, 'latin1');
    const hostStart = afterScheme(key, 0);
    if (hostStart === 0 || hostStart === key.length || key.includes(SLASH, hostStart)) return;
    if (key.length > KEY_BYTES) return;
    if (this.#keysEnd + key.length > KEY_BYTES) this.clear();
    let hash = hostStart;
    for (let at = hostStart; at < key.length; at++) hash = nextHash(hash, key[at] as number);
    const slot = slotOf(hash);
    this.#slots.set([hash, this.#keysEnd, this.#keysEnd + key.length], slot * SLOT_WIDTH);
    this.#keys.set(key, this.#keysEnd);
    this.#keysEnd += key.length;
    this.#rules[slot] = rules;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#rules.fill(undefined);
    this.#keysEnd = 0;
    this.#latest = undefined;
  }

  #isKey(bytes: Uint8Array, start: number, keyStart: number, keyEnd: number): boolean {
    const keys = this.#keys;
    // Backwards, because the ends of origins differ sooner than their schemes.
    for (let at = keyEnd - 1, own = start + keyEnd - keyStart - 1; at >= keyStart; at--, own--) {
      if (bytes[own] !== keys[at]) return false;
    }
    return true;
  }
}

function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

/** Returns the start of the host of an http or https URL; `start` for others. */
function afterScheme(bytes: Uint8Array, start: number): number {
  for (const scheme of SCHEMES) {
    let matched = 0;
    while (matched < scheme.length && bytes[start + matched] === scheme[matched]) matched++;
    if (matched === scheme.length) return start + matched;
  }
  return start;
}

/**
 * Returns the part of a URL before its path if it starts with http:// or https:// in lower case, otherwise the whole URL. An
 * origin may have several keys, but a key has only one origin.
 */
function originKey(url: string): string {
  const start = url.startsWith('https://') ? 8 : url.startsWith('http://') ? 7 : 0;
  const end = start === 0 ? -1 : url.indexOf('/', start);
  return end > start ? url.slice(0, end) : url;
}
