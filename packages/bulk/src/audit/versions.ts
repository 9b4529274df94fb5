/** The versions of a site's robots.txt, and which of them were in force. */
import { type Access, type RobotsTxt, robotsFile } from '@repkit/core';

export interface FileVersion {
  /** As reports name it: a commit, a snapshot's file name, or the path. */
  readonly name: string;
  /** Milliseconds since 1970 from when it may have been in force; -Infinity for a single file. */
  readonly from: number;
  /**
   * Until when it may still have been in force, if that is later than the start of the next version: when it was replaced
   * is unknown.
   */
  readonly until?: number;
  /** `unavailable` is a 4xx response, which allows everything (RFC 9309 2.3.1.3). */
  readonly robotsTxt: RobotsTxt | 'unavailable' | 'unreachable';
}

export interface History {
  readonly source: 'git' | 'folder' | 'file';
  /** The host of the robots.txt, if it is known. */
  readonly site?: string;
  /** By time. */
  readonly versions: readonly FileVersion[];
  /** Milliseconds since 1970 until when it is known which version was in force (default: forever). */
  readonly until?: number | undefined;
  /**
   * Times in milliseconds since 1970, both inclusive, in which a version may be missing. Each ends when a version was replaced.
   */
  readonly gaps?: readonly { readonly from: number; readonly until: number }[];
  /** Why versions are missing, as sentences. */
  readonly incomplete?: readonly string[];
}

/** A part of the history: positions of versions, both inclusive. */
export interface VersionRange {
  readonly first: number;
  readonly last: number;
  /** Whether the range begins before the first version, ends after the history, or has a gap. */
  readonly isIncomplete: boolean;
}

/** Returns whole seconds: most logs and all commits have no fractions. */
export function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}

export class Versions {
  readonly all: readonly FileVersion[];
  readonly #accesses: readonly Access[];
  /** The second from which each version was in force. */
  readonly #starts: readonly number[];
  /** The second until which each version, or an earlier one, was in force. Ascending. */
  readonly #ends: readonly number[];
  /** The last second in which it is known which version was in force. */
  readonly #until: number;
  readonly #gaps: NonNullable<History['gaps']>;

  constructor({ versions, until = Number.POSITIVE_INFINITY, gaps = [] }: History) {
    this.all = versions;
    this.#until = secondOf(until);
    this.#gaps = gaps;
    this.#starts = versions.map(({ from }) => secondOf(from));
    let latest = Number.NEGATIVE_INFINITY;
    this.#ends = versions.map(({ until = Number.NEGATIVE_INFINITY }, index) => {
      const next = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY;
      latest = Math.max(latest, secondOf(Math.max(until, next)));
      return latest;
    });
    this.#accesses = versions.map(accessIn);
  }

  /**
   * Returns the versions that were in force between two seconds. Of a change in one of these seconds, both versions belong to
   * the range, because the order within a second is unknown.
   */
  between(start: number, end: number): VersionRange {
    return {
      first: countBefore(this.#ends, start),
      last: countBefore(this.#starts, end + 1) - 1,
      isIncomplete:
        end > this.#until ||
        this.#gaps.some(({ from, until }) => start <= secondOf(until) && end >= secondOf(from)) ||
        (this.#starts[0] !== Number.NEGATIVE_INFINITY && start <= (this.#starts[0] ?? 0)),
    };
  }

  accessOf(index: number): Access {
    const access = this.#accesses[index];
    if (access === undefined) throw new RangeError(`There is no version ${index}.`);
    return access;
  }
}

/** Returns how many of the ascending numbers are less than a number. */
export function countBefore(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function accessIn({ robotsTxt }: FileVersion): Access {
  return typeof robotsTxt === 'string' ? { kind: robotsTxt } : { kind: 'file', file: robotsFile(robotsTxt) };
}
