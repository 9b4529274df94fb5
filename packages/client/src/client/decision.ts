/** The result of a check and its provenance. Times are in milliseconds since 1970. */
import type * as core from '@repkit/core';
import type { UnavailableReason, UnreachableReason } from '../policy/entry.js';
import type { BodyCharset, Hop } from '../policy/fetch-outcome.js';

/** How this process obtained the robots.txt that decided. */
export type Source =
  /** Fetched for this check. */
  | 'fetched'
  /** Cached in this process. */
  | 'memory'
  /** Read from the store, written by this or another process. */
  | 'store';

/** What decided: access result (RFC 9309 2.3.1), unreachable policy, and cache lifetime. */
export interface Provenance {
  readonly origin: string;
  readonly robotsTxtUrl: string;
  /** The policy's name, including changes to the policy. */
  readonly policy: string;
  readonly access: 'successful' | 'unavailable' | 'forbidden' | 'unreachable';
  /** Why the robots.txt is unavailable or unreachable. */
  readonly reason: UnavailableReason | UnreachableReason | undefined;
  /** Why requests fail, to embed in a sentence: in lower case, without a period. Undefined while they succeed. */
  readonly detail: string | undefined;
  /** The HTTP status or FTP reply that decided; undefined if there was none. */
  readonly status: number | undefined;
  /** The URL that returned this response. */
  readonly url: string;
  readonly hops: readonly Hop[];
  /** When this response arrived. */
  readonly fetchedAt: number;
  readonly ageMs: number;
  /** When the result expires; undefined while unreachable. */
  readonly freshUntil: number | undefined;
  /** True if an expired copy is used because the file is unreachable. */
  readonly stale: boolean;
  /** When the next request is due: a background refresh or a retry. */
  readonly nextRequestAt: number;
  /** When the current run of failures began, as far as it was observed. */
  readonly unreachableSince: number | undefined;
  readonly source: Source;
  /** The store's name, or `none` if the store failed and was bypassed. */
  readonly store: string;
  /** Why the store was not used. */
  readonly storeError: string | undefined;
  /** For a copy: charset, media type, and whether the parsing limit truncated it. */
  readonly body:
    | {
        readonly bytes: number;
        readonly charset: BodyCharset;
        readonly truncated: boolean;
        readonly mediaType: string | undefined;
        /** True if the media type is not text/plain. The file is parsed anyway. */
        readonly wrongMediaType: boolean;
      }
    | undefined;
}

/** What the client adds to a decision of core. */
interface Checked {
  readonly url: string;
  readonly provenance: Provenance;
}

export type CheckedAllowed = core.AllowedDecision & Checked;
export type CheckedDisallowed = core.DisallowedDecision & Checked;
export type CheckedNotGoverned = core.NotGovernedDecision & Checked;

export type CheckedUnstated = core.UnstatedDecision & Checked;

/** `provenance.reason` states what failed. */
export type CheckedUnreachable = core.UnreachableDecision &
  Checked & {
    /** When the robots.txt is fetched again. Checks before then make no request. */
    readonly nextTryAt: number;
  };

export type CheckedDecision = CheckedAllowed | CheckedDisallowed | CheckedUnreachable | CheckedNotGoverned | CheckedUnstated;
