/** What is known of the robots.txt of one origin, as stores keep it. Times are in milliseconds since 1970. */
import { CLOCK_TOLERANCE } from '../limits.js';
import {
  type BodyCharset,
  FAILURE_KINDS,
  type FailureKind,
  type Hop,
  type ResponseHeaders,
  type Validators,
} from '../transport/outcome.js';

/** Why a robots.txt is unreachable (RFC 9309 2.3.1.4). */
export type UnreachableReason = FailureKind | (typeof UNUSABLE_RESPONSES)[number];

const UNUSABLE_RESPONSES = [
  'status',
  'partial-content',
  'not-modified-unasked',
  'too-many-redirects',
  'redirect-loop',
  'ftp-reply',
] as const;

export const UNREACHABLE_REASONS: readonly UnreachableReason[] = [
  ...FAILURE_KINDS,
  ...UNUSABLE_RESPONSES,
];

/** Why there are no rules (RFC 9309 2.3.1.3). */
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

export const UNAVAILABLE_REASONS = [
  'status',
  'empty',
  'too-many-redirects',
  'redirect-loop',
  'ftp-reply',
] as const;

/** What an attempt met, kept for the provenance. */
interface AttemptFacts {
  readonly at: number;
  /** The HTTP status or the FTP reply; undefined where none came. */
  readonly status: number | undefined;
  /** The URL that answered last. */
  readonly url: string;
  readonly hops: readonly Hop[];
}

/** A robots.txt that was received: the last good copy. `at` is when it was received or last renewed. */
export interface Copy extends AttemptFacts {
  readonly kind: 'copy';
  readonly freshUntil: number;
  /** In UTF-8, at most the parsing limit and one byte more. */
  readonly body: Uint8Array;
  /** Whether the body went on past `maxBytes`. */
  readonly truncated: boolean;
  /** The parsing limit under which the body was read, in bytes. */
  readonly maxBytes: number;
  readonly charset: BodyCharset;
  readonly mediaType: string | undefined;
  readonly validators: Validators;
  /** What the server said of its life: another policy than that of `freshUntil` may make something else of it. */
  readonly caching: CachingHeaders;
}

/** The header fields that the life of a copy comes from. */
export type CachingHeaders = Pick<
  ResponseHeaders,
  'age' | 'cache-control' | 'date' | 'expires' | 'pragma'
>;

/** There is no robots.txt: everything is allowed. */
export interface Unavailable extends AttemptFacts {
  readonly kind: 'unavailable';
  readonly freshUntil: number;
  readonly reason: UnavailableReason;
}

/** Koster 1996 3.1: a status 401 or 403 restricts the whole site. */
export interface Forbidden extends AttemptFacts {
  readonly kind: 'forbidden';
  readonly freshUntil: number;
}

export type Settled = Copy | Unavailable | Forbidden;

/** An unbroken run of attempts that settled nothing. `at` and the facts are of the last one. */
export interface Failing extends AttemptFacts {
  readonly firstAt: number;
  /** How many attempts the run has. */
  readonly count: number;
  readonly reason: UnreachableReason;
  /** What happened, as a clause for people. */
  readonly detail: string;
}

export interface Entry {
  /** What the last attempt that settled something came to; undefined where none ever did. */
  readonly settled: Settled | undefined;
  /** Undefined while the last attempt settled something. */
  readonly failing: Failing | undefined;
  /** When the next request is due: a soft refresh, a renewal, or a retry. */
  readonly refreshAt: number;
}

/** When the last attempt ended, in milliseconds since 1970: a failure is later than what settled something before it. */
export function lastAttemptAt({ settled, failing }: Entry): number {
  return (failing ?? settled)?.at ?? 0;
}

/** The one of the later attempt; the first where both are as late. */
export function laterEntry(one: Entry | undefined, other: Entry | undefined): Entry | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return lastAttemptAt(other) > lastAttemptAt(one) ? other : one;
}

/**
 * Whether something happened later than now: before a clock was set back. How long that is good for, nobody knows, and the
 * times that were reckoned from it may be years ahead.
 */
export function isAhead(at: number, now: number): boolean {
  return at > now + CLOCK_TOLERANCE;
}
