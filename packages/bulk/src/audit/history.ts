/** The versions of a site's robots.txt, for judging a request by the file that was in force. */
import type { RobotsTxt } from '@repkit/core';

export interface FileVersion {
  /** As reports name it: a commit, a snapshot's file name, or the path. */
  readonly name: string;
  /** Milliseconds since 1970 from when it may have been in force; -Infinity for a single file. */
  readonly from: number;
  /**
   * Until when it may still have been in force, if that is later than the start of the next version: nobody saw when it was
   * replaced.
   */
  readonly until?: number;
  /** `unavailable` is a 4xx response, which allows everything (RFC 9309 2.3.1.3). */
  readonly robotsTxt: RobotsTxt | 'unavailable' | 'unreachable';
}

export interface History {
  readonly source: 'git' | 'folder' | 'file';
  /** By time. */
  readonly versions: readonly FileVersion[];
  /** Why versions are missing, as sentences. */
  readonly incomplete?: readonly string[];
}

/**
 * Returns the versions that may have been in force at some time from `from` to `to`, both included. Empty before the first
 * version.
 */
export function versionsBetween(
  { versions }: Pick<History, 'versions'>,
  from: number,
  to: number,
): readonly FileVersion[] {
  return versions.filter((version, index) => {
    const next = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    // A request in the second of a change may have seen either version.
    const until = Math.max(version.until ?? next, next);
    return version.from <= to && until >= from;
  });
}
