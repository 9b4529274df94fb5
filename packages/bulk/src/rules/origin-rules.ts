/** The rules of many origins, loaded when a block asks for them, and kept within a bound. */

import { Buffer } from 'node:buffer';
import type { BlockFilter, Filtered, RulesFor } from '../filter/block-filter.js';
import { bufferOf, byteText } from '../input/blocks.js';
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
  readonly #recent = new RecentOrigins();

  constructor(load: LoadRules, options: OriginRulesOptions) {
    this.#load = load;
    this.#options = options;
  }

  /** Most blocks are about origins that are known; others are answered again once these are. */
  async answer(block: Uint8Array, filter: BlockFilter): Promise<Filtered> {
    const { most } = this.#options;
    // Once half full, each origin is looked up in `kept` once per block, which marks it as used. Before that, nothing will
    // be dropped soon, and keeping the order costs as much as finding the rules.
    if (this.#kept.size > most / 2) this.#recent.clear();
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= most) break;
      this.#kept.delete(key);
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
    const rules = this.#kept.get(key);
    if (rules === undefined) {
      if (this.#kept.has(key)) throw new TypeError('The URL has no origin.');
      missing.set(key, bufferOf(bytes).toString('utf8', start, end));
      return PENDING;
    }
    if (this.#kept.size > this.#options.most / 2) {
      // Used last, and so dropped last.
      this.#kept.delete(key);
      this.#kept.set(key, rules);
    }
    this.#recent.add(key, rules);
    return rules;
  }

  /** Loads what is not known of the origins of URLs, before they are answered block by block. */
  async prepare(urls: Iterable<string>): Promise<void> {
    const missing = new Map<string, string>();
    for (const url of urls) {
      const key = originKey(byteText(url));
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

const SLASH = 0x2f;
const SCHEMES = ['https://', 'http://'].map((scheme) => Uint8Array.from(Buffer.from(scheme)));
/** Slots for origins. If two share one, the less recent is found by a string, which takes three times as long. */
const SLOTS = 1 << 14;

/**
 * The origins used last, by their bytes: no string is made for a URL whose origin is among them. A slot holds one origin,
 * so that many with the same hash cost no more than a lookup by string.
 */
class RecentOrigins {
  readonly #keys = new Array<Uint8Array | undefined>(SLOTS).fill(undefined);
  readonly #rules = new Array<Rules | undefined>(SLOTS).fill(undefined);
  #latestKey: Uint8Array | undefined;
  #latest: Rules | undefined;

  find(bytes: Uint8Array, start: number, end: number): Rules | undefined {
    // Most lists name the URLs of an origin one after the other.
    const latest = this.#latestKey;
    if (latest !== undefined && bytes[start + latest.length] === SLASH) {
      if (start + latest.length < end && beginsWith(bytes, start, latest)) return this.#latest;
    }
    const hostStart = afterScheme(bytes, start);
    let hash = hostStart - start;
    let at = hostStart;
    for (; at < end && bytes[at] !== SLASH; at++) hash = nextHash(hash, bytes[at] as number);
    const slot = slotOf(hash);
    const key = this.#keys[slot];
    if (key === undefined || key.length !== at - start || at === end) return undefined;
    if (!beginsWith(bytes, start, key)) return undefined;
    this.#latestKey = key;
    this.#latest = this.#rules[slot];
    return this.#latest;
  }

  /** Remembers the rules by what `originKey` returned, unless that is a whole URL. */
  add(text: string, rules: Rules): void {
    const key = Uint8Array.from(Buffer.from(text, 'latin1'));
    const hostStart = afterScheme(key, 0);
    if (hostStart === 0 || hostStart === key.length || key.includes(SLASH, hostStart)) return;
    let hash = hostStart;
    for (let at = hostStart; at < key.length; at++) hash = nextHash(hash, key[at] as number);
    this.#keys[slotOf(hash)] = key;
    this.#rules[slotOf(hash)] = rules;
  }

  clear(): void {
    this.#keys.fill(undefined);
    this.#rules.fill(undefined);
    this.#latestKey = undefined;
  }
}

function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

/** Where the host of a URL of the usual form starts; `start` for others. */
function afterScheme(bytes: Uint8Array, start: number): number {
  for (const scheme of SCHEMES) if (beginsWith(bytes, start, scheme)) return start + scheme.length;
  return start;
}

function beginsWith(bytes: Uint8Array, start: number, beginning: Uint8Array): boolean {
  // From the end: hosts differ there sooner than in their scheme.
  for (let at = beginning.length - 1; at >= 0; at--) {
    if (bytes[start + at] !== beginning[at]) return false;
  }
  return true;
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
