/** Which versions of a robots.txt were in force, and what they decide for a crawler. */
import { type Access, type Crawler, type Decider, decider, robotsFile } from '@repkit/core';
import type { FileVersion, History } from './history.js';

/** Versions whose rules are prepared for one crawler at a time. */
const MAX_DECIDERS = 64;

/** A part of the history: positions of versions, both inclusive. */
export interface VersionRange {
  readonly first: number;
  readonly last: number;
  /** Whether the range begins before the first version. */
  readonly startsEarlier: boolean;
}

/** Returns whole seconds: most logs and all commits have no fractions. */
export function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}

export class Versions {
  readonly all: readonly FileVersion[];
  readonly #accesses: readonly Access[];
  /** When each version came into force. */
  readonly #seconds: readonly number[];

  constructor({ versions }: History) {
    this.all = versions;
    this.#seconds = versions.map(({ from }) => secondOf(from));
    this.#accesses = versions.map(accessIn);
  }

  /**
   * Returns the versions that were in force between two seconds. Of a change in one of these seconds, both versions belong to
   * the range, because the order within a second is unknown.
   */
  between(start: number, end: number): VersionRange {
    const last = this.#countUntil(end) - 1;
    const before = this.changesBefore(start);
    return { first: Math.max(0, before - 1), last, startsEarlier: before === 0 };
  }

  /**
   * Returns the number of versions that came into force before a second. Fetches with the same number are equivalent: a later
   * request is judged by the same versions.
   */
  changesBefore(second: number): number {
    return this.#countUntil(second - 1);
  }

  accessOf(index: number): Access {
    const access = this.#accesses[index];
    if (access === undefined) throw new RangeError(`There is no version ${index}.`);
    return access;
  }

  /** Returns the number of versions that came into force up to a second. */
  #countUntil(second: number): number {
    let low = 0;
    let high = this.#seconds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#seconds[middle] ?? 0) <= second) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function accessIn({ robotsTxt }: FileVersion): Access {
  return typeof robotsTxt === 'string'
    ? { kind: robotsTxt }
    : { kind: 'file', file: robotsFile(robotsTxt) };
}

/** The rules of the versions for one crawler. */
export class CrawlerVersions {
  readonly #versions: Versions;
  readonly #crawler: Crawler;
  readonly #deciders = new Map<number, Decider>();

  constructor(versions: Versions, crawler: Crawler) {
    this.#versions = versions;
    this.#crawler = crawler;
  }

  deciderOf(index: number): Decider {
    const known = this.#deciders.get(index);
    if (known !== undefined) return known;
    const created = decider(this.#versions.accessOf(index), this.#crawler);
    if (this.#deciders.size >= MAX_DECIDERS) this.#deciders.clear();
    this.#deciders.set(index, created);
    return created;
  }
}
