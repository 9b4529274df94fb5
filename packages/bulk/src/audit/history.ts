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
