/** The answer to "may I fetch this URL now?", and where it comes from. Times are in milliseconds since 1970. */
import type { Verdict } from '@repkit/core';
import type { UnavailableReason, UnreachableReason } from './policy/entry.js';
import type { BodyCharset, Hop } from './transport/outcome.js';

/** How the robots.txt that decided came into this process. */
export type Source =
  /** Fetched for this question. */
  | 'fetched'
  /** Known in this process already. */
  | 'memory'
  /** Read from the store, where this or another process had put it. */
  | 'store';

/** What decided: access results (RFC 9309 2.3.1), the unreachable policy, and the life of the copy. */
export interface Provenance {
  readonly origin: string;
  readonly robotsTxtUrl: string;
  /** The policy's name, with what was changed of it. */
  readonly policy: string;
  readonly access: 'successful' | 'unavailable' | 'forbidden' | 'unreachable';
  /** Why it is unavailable or unreachable. */
  readonly reason: UnavailableReason | UnreachableReason | undefined;
  /** While requests fail: what happened, as a clause for people. */
  readonly detail: string | undefined;
  /** The HTTP status or FTP reply of the answer that decided; undefined where none came. */
  readonly status: number | undefined;
  /** The URL that gave that answer. */
  readonly url: string;
  readonly hops: readonly Hop[];
  /** When that answer came. */
  readonly fetchedAt: number;
  readonly ageMs: number;
  /** Until when it is fresh; undefined while unreachable. */
  readonly freshUntil: number | undefined;
  /** True where a copy past its life is used because the file has been unreachable. */
  readonly stale: boolean;
  /** When the next request is due: a refresh in the background, or a retry. */
  readonly nextRequestAt: number;
  /** The first failure of the unbroken run that is going on. */
  readonly unreachableSince: number | undefined;
  readonly source: Source;
  /** The store's name, or `none` where it failed and this process went on by itself. */
  readonly store: string;
  /** Why the store was not used. */
  readonly storeError: string | undefined;
  /** Of a copy: its charset, media type, and whether the parsing limit cut it. */
  readonly body:
    | {
        readonly bytes: number;
        readonly charset: BodyCharset;
        readonly truncated: boolean;
        readonly mediaType: string | undefined;
        /** True where the server said that it is not plain text; it was read line by line all the same. */
        readonly wrongMediaType: boolean;
      }
    | undefined;
}

interface DecisionBase {
  readonly url: string;
  /** The product token that was asked for. */
  readonly productToken: string;
  readonly provenance: Provenance;
}

/** A rule, or the absence of one, allows it; or there is no robots.txt. */
export interface AllowedDecision extends DecisionBase {
  readonly outcome: 'allowed';
  /**
   * As in core's verdict; `unavailable`: no robots.txt (RFC 9309 2.3.1.3); `given-up`: unreachable for so long that it
   * counts as unavailable (2.3.1.4); `robots-txt`: the URL is that of the robots.txt itself (2.2.2).
   */
  readonly reason: Verdict['reason'] | 'unavailable' | 'given-up';
  readonly verdict: Verdict | undefined;
}

/** A rule forbids it, or the site is restricted as a whole (Koster 1996 3.1). */
export interface DisallowedDecision extends DecisionBase {
  readonly outcome: 'disallowed';
  readonly reason: 'rule' | 'forbidden';
  readonly verdict: Verdict | undefined;
}

/** The robots.txt is out of reach, so nothing may be fetched (RFC 9309 2.3.1.4). */
export interface UnreachableDecision extends DecisionBase {
  readonly outcome: 'unreachable';
  readonly reason: UnreachableReason;
  readonly verdict: undefined;
  /** When the robots.txt is asked for again; a question before that makes no request. */
  readonly nextTryAt: number;
}

export type Decision = AllowedDecision | DisallowedDecision | UnreachableDecision;
