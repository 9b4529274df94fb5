/** The rules of many origins within a memory budget, loaded when a block needs them. */
import { Buffer } from 'node:buffer';
import { MIN_PARSING_LIMIT_BYTES } from '@repkit/core';
import { bufferOf, SLASH } from '../bytes/bytes.js';
import type { BlockFilter, FilterResult, RulesFor } from './block-filter.js';
import type { Rules } from './rules.js';

export interface LoadedRules {
  readonly rules: Rules;
  /** Approximate memory in bytes. */
  readonly bytes: number;
}

/** Loads the rules for the origin of a URL. Throws a TypeError if it has none. */
export type LoadRules = (url: string) => Promise<LoadedRules>;

const PENDING: Rules[number] = { outcomeAt: () => 'unreachable' };

export interface OriginRulesOptions {
  /** Number of crawlers of the run. */
  readonly crawlers: number;
  /** Maximum number of parallel loads. */
  readonly concurrency: number;
  /** Approximate memory for the rules that are cached between blocks. */
  readonly maxBytes: number;
  /** Called when evicted rules are loaded again for the first time, with the number of origins that fit into memory. */
  readonly onReload?: ((origins: number) => void) | undefined;
}

/** Returns the approximate memory of a parsed file: more once its rules are compiled, less before. */
export function rulesBytes(bodyBytes: number, crawlers: number): number {
  return 3 * Math.min(bodyBytes, MIN_PARSING_LIMIT_BYTES) + 1000 * crawlers;
}

/** Caches two generations. When the recent one has reached half of the budget, it replaces the older one. */
export class OriginRules {
  readonly #load: LoadRules;
  /** For rows of origins that are not loaded yet; the block is repeated. */
  readonly #pending: Rules;
  readonly #options: OriginRulesOptions;
  #recent = new OriginTable();
  #older = new OriginTable();
  /** Hashes of the origins that were evicted first, until one of them is loaded again. */
  #evicted: ReadonlySet<number> | undefined;
  #isReported = false;

  constructor(load: LoadRules, options: OriginRulesOptions) {
    this.#load = load;
    this.#pending = Array.from({ length: options.crawlers }, () => PENDING);
    this.#options = options;
  }

  /**
   * Filters a block. Loads missing origins and repeats the block, because the origins of most blocks are cached. Start a
   * block when the previous one is done: only then nothing that a block needs is evicted.
   */
  async filterBlock(block: Uint8Array, filter: BlockFilter): Promise<FilterResult<Buffer>> {
    if (this.#recent.bytes > this.#options.maxBytes / 2) this.#replaceOlder();
    const missing = new Map<string, string>();
    const rulesFor: RulesFor = (bytes, start, end) =>
      this.#recent.find(bytes, start, end) ?? this.#lookUp(bytes, start, end, missing);
    const filtered = filter.filter(block, rulesFor);
    if (missing.size === 0) return filtered;
    await this.#loadAll(missing);
    return filter.filter(block, rulesFor);
  }

  #replaceOlder(): void {
    if (this.#evicted === undefined && this.#older.size > 0) this.#evicted = this.#older.hashes();
    this.#older = this.#recent;
    this.#recent = new OriginTable();
  }

  #lookUp(bytes: Uint8Array, start: number, end: number, missing: Map<string, string>): Rules {
    const key = originKey(bufferOf(bytes).toString('latin1', start, end));
    let entry = this.#recent.get(key);
    if (entry === undefined) {
      entry = this.#older.get(key);
      if (entry !== undefined) this.#recent.add(key, entry);
    }
    if (entry === undefined) {
      missing.set(key, bufferOf(bytes).toString('utf8', start, end));
      return this.#pending;
    }
    if (entry.rules === undefined) throw new TypeError('The URL has no origin.');
    return entry.rules;
  }

  async #loadAll(missing: ReadonlyMap<string, string>): Promise<void> {
    // All loops share one iterator, so each takes the next entry when it is free.
    const entries = missing.entries();
    const loadNext = async (): Promise<void> => {
      for (const [key, url] of entries) {
        this.#reportReload(key);
        this.#recent.add(key, await this.#loadOrigin(url));
      }
    };
    await Promise.all(Array.from({ length: this.#options.concurrency }, loadNext));
  }

  #reportReload(key: string): void {
    if (this.#evicted === undefined || this.#isReported) return;
    if (!this.#evicted.has(hashOf(Buffer.from(key, 'latin1')))) return;
    this.#isReported = true;
    this.#options.onReload?.(this.#recent.size + this.#older.size);
  }

  async #loadOrigin(url: string): Promise<OriginEntry> {
    try {
      return await this.#load(url);
    } catch (error) {
      if (error instanceof TypeError) return NO_ORIGIN;
      throw error;
    }
  }
}

/** `rules` is undefined if a key has no origin. */
interface OriginEntry {
  readonly rules: Rules | undefined;
  readonly bytes: number;
}

const NO_ORIGIN: OriginEntry = { rules: undefined, bytes: 0 };

const SCHEMES = ['https://', 'http://'].map((scheme) => Uint8Array.from(Buffer.from(scheme)));
const FIRST_SLOTS = 1 << 10;
const FIRST_KEY_BYTES = 1 << 15;
/** Longer keys are found by string. */
const MAX_KEY_BYTES = 1024;
/** Limits the time for keys whose hashes collide, which are found by string. */
const MAX_PROBES = 16;
/** Memory of an entry in addition to its key and rules. */
const ENTRY_BYTES = 100;

/**
 * Finds origins by their bytes, without creating strings, which takes a third of the time of a Map. The keys share one
 * buffer, because with many origins, each jump in memory takes as long as reading the URL.
 */
class OriginTable {
  /** Approximate memory. */
  bytes = 0;
  /** For each slot, the hash of its key and the number of its entry, from 1; 0 if the slot is empty. */
  #slots = new Int32Array(2 * FIRST_SLOTS);
  #keys = new Uint8Array(FIRST_KEY_BYTES);
  /** Where the key of each entry ends. The next one starts there. */
  readonly #keyEnds: number[] = [];
  readonly #entries: OriginEntry[] = [];
  /** Entries that cannot be found by their bytes. */
  readonly #others = new Map<string, OriginEntry>();
  #latestStart = 0;
  #latestEnd = 0;
  #latest: Rules | undefined;

  get size(): number {
    return this.#entries.length + this.#others.size;
  }

  hashes(): ReadonlySet<number> {
    return new Set(this.#slots.filter((_, index) => index % 2 === 0));
  }

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
    if (at === end || hostStart === start) return undefined;
    const entry = this.#entryAt(bytes, start, at, hash);
    if (entry === 0) return undefined;
    this.#latestStart = this.#keyStart(entry);
    this.#latestEnd = this.#keyEnds[entry - 1] as number;
    this.#latest = this.#entries[entry - 1]?.rules;
    return this.#latest;
  }

  get(key: string): OriginEntry | undefined {
    const other = this.#others.get(key);
    if (other !== undefined || key.length > MAX_KEY_BYTES) return other;
    const bytes = Buffer.from(key, 'latin1');
    return this.#entries[this.#entryAt(bytes, 0, bytes.length, hashOf(bytes)) - 1];
  }

  /** Adds an entry for an `originKey` that is not in the table. */
  add(key: string, entry: OriginEntry): void {
    this.bytes += entry.bytes + key.length + ENTRY_BYTES;
    const bytes = Buffer.from(key, 'latin1');
    if (key.length > MAX_KEY_BYTES || !this.#insert(hashOf(bytes), this.#entries.length + 1)) {
      this.#others.set(key, entry);
      return;
    }
    const keyStart = this.#keyEnds.at(-1) ?? 0;
    const keyEnd = keyStart + bytes.length;
    if (keyEnd > this.#keys.length) {
      this.#keys = new Uint8Array(this.#keys.buffer.transfer(2 * this.#keys.length));
    }
    this.#keys.set(bytes, keyStart);
    this.#keyEnds.push(keyEnd);
    this.#entries.push(entry);
    if (4 * this.#entries.length > this.#slots.length) this.#grow();
  }

  /** Returns the number of the entry with this key; 0 if there is none. */
  #entryAt(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    let slot = firstSlot(hash, slots.length);
    for (let probes = 0; probes < MAX_PROBES; probes++) {
      const entry = slots[slot + 1] as number;
      if (entry === 0) return 0;
      if (slots[slot] === hash) {
        const keyStart = this.#keyStart(entry);
        const keyEnd = this.#keyEnds[entry - 1] as number;
        if (keyEnd - keyStart === end - start && this.#isKey(bytes, start, keyStart, keyEnd)) {
          return entry;
        }
      }
      slot = (slot + 2) & (slots.length - 1);
    }
    return 0;
  }

  /** Returns false if too many slots are taken. */
  #insert(hash: number, entry: number): boolean {
    const slots = this.#slots;
    let slot = firstSlot(hash, slots.length);
    for (let probes = 0; probes < MAX_PROBES; probes++) {
      if (slots[slot + 1] === 0) {
        slots[slot] = hash;
        slots[slot + 1] = entry;
        return true;
      }
      slot = (slot + 2) & (slots.length - 1);
    }
    return false;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    for (let slot = 0; slot < before.length; slot += 2) {
      const entry = before[slot + 1] as number;
      if (entry === 0 || this.#insert(before[slot] as number, entry)) continue;
      const key = bufferOf(this.#keys).toString(
        'latin1',
        this.#keyStart(entry),
        this.#keyEnds[entry - 1],
      );
      this.#others.set(key, this.#entries[entry - 1] as OriginEntry);
    }
  }

  #keyStart(entry: number): number {
    return entry === 1 ? 0 : (this.#keyEnds[entry - 2] as number);
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

/** Returns the hash of an `originKey`, by which `find` finds it if it is http or https. */
function hashOf(key: Uint8Array): number {
  const hostStart = afterScheme(key, 0);
  let hash = hostStart;
  for (let at = hostStart; at < key.length; at++) hash = nextHash(hash, key[at] as number);
  return hash;
}

function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Returns where to look first: slots are pairs in an array of this length. */
function firstSlot(hash: number, length: number): number {
  return 2 * ((hash ^ (hash >>> 15)) & (length / 2 - 1));
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
