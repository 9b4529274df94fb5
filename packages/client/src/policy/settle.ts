/** Interprets the outcome of an attempt, and computes the next entry from it and the previous one. Pure. */

import { accessOf } from './access.js';
import type { CachingHeaders, Copy, Entry, Failing, Settled, UnavailableReason, UnreachableReason } from './entry.js';
import type { FailureOutcome, FetchedHeaders, FetchOutcome, HttpOutcome, ReceivedBody } from './fetch-outcome.js';
import { DAY, LONGEST_RETRY } from './limits.js';
import type { Policy } from './policy.js';
import { cacheLifetimeMs, lifetimeWithoutFileMs, nextTryAt, softRefreshAt } from './times.js';
import { renewsCopy, validatorsOf } from './validators.js';

export interface Attempt {
  /** Seed of the origin's jitter. */
  readonly key: string;
  readonly policy: Policy;
  /** When the attempt ended, in milliseconds since 1970. */
  readonly now: number;
  readonly outcome: FetchOutcome;
  /** The parsing limit for the body, in bytes. */
  readonly maxBytes: number;
}

type UnreachableResult = Extract<AttemptResult, { readonly kind: 'unreachable' }>;

/** Returns the entry after an attempt. `earlier` is undefined for the first one. */
export function nextEntry(earlier: Entry | undefined, attempt: Attempt): Entry {
  const { key, policy, now, outcome } = attempt;
  const result = attemptResult(outcome, policy);
  if (result.kind === 'unreachable') return failingEntry(earlier, attempt, result);
  const settled = settle(earlier?.settled, attempt, result);
  if (settled === undefined) {
    // A custom transport may pass on such a 304, and the store may have lost the copy in between.
    return failingEntry(earlier, attempt, {
      reason: 'not-modified-unasked',
      detail: 'status 304, but not for the cached copy',
    });
  }
  return { settled, failing: undefined, refreshAt: softRefreshAt(key, now, settled.freshUntil) };
}

function settle(
  earlier: Settled | undefined,
  { policy, now, outcome, maxBytes }: Attempt,
  result: Exclude<AttemptResult, UnreachableResult>,
): Settled | undefined {
  const facts = attemptFacts(outcome, now);
  switch (result.kind) {
    case 'successful': {
      const { body, headers } = result;
      return {
        ...facts,
        kind: 'copy',
        freshUntil: now + cacheLifetimeMs(headers, policy.cacheLifetime, now),
        body: body.bytes,
        truncated: body.truncated,
        maxBytes,
        charset: body.charset,
        mediaType: headers['content-type']?.split(';')[0].trim().toLowerCase() || undefined,
        validators: validatorsOf(headers),
      };
    }
    case 'not-modified':
      return earlier?.kind === 'copy' && renewsCopy(result.headers, earlier.validators)
        ? renewed(earlier, facts, result.headers, policy)
        : undefined;
    case 'unavailable': {
      const freshUntil = now + lifetimeWithoutFileMs(result.headers, now);
      return { ...facts, kind: 'unavailable', reason: result.reason, freshUntil };
    }
    case 'forbidden': {
      const freshUntil = now + lifetimeWithoutFileMs(result.headers, now);
      return { ...facts, kind: 'forbidden', freshUntil };
    }
  }
}

/** RFC 9111 4.3.4: the header fields of a 304 replace the stored ones, except for validators, which belong to the body. */
function renewed(copy: Copy, facts: ReturnType<typeof attemptFacts>, headers: FetchedHeaders, policy: Policy): Copy {
  // The stored Age and Date describe the earlier response.
  const { age, date, ...stored } = copy.caching;
  const caching = cachingOf({ ...stored, ...headers });
  const freshUntil = facts.at + cacheLifetimeMs(caching, policy.cacheLifetime, facts.at);
  return { ...copy, ...facts, freshUntil, caching };
}

/** Stages depend on the accumulated observed downtime, not on wall-clock time. */
function failingEntry(
  earlier: Entry | undefined,
  { key, policy, now, outcome }: Attempt,
  { reason, detail, retryAfter }: WhyUnreachable,
): Entry {
  const count = (earlier?.failing?.count ?? 0) + 1;
  const isBusy = outcome.kind === 'http' && outcome.status === 503;
  const longestMs = isBusy ? policy.longest503RetryMs : LONGEST_RETRY;
  return {
    settled: earlier?.settled,
    failing: {
      ...attemptFacts(outcome, now),
      observedMs: observedMs(earlier?.failing, now, reason),
      count,
      reason,
      detail,
    },
    refreshAt: nextTryAt(key, count, now, retryAfter, longestMs),
  };
}

/** A gap between two failed attempts counts for at most this long, because nothing was observed in between. */
const LONGEST_GAP: number = 7 * DAY;

function observedMs(failing: Failing | undefined, now: number, reason: UnreachableReason): number {
  if (failing === undefined) return 0;
  // A server that sends an unreadable body is reachable: its time does not count as unreachable.
  if ((failing.reason === 'unreadable') !== (reason === 'unreadable')) return 0;
  const gap = now - failing.at;
  // Also 0 if a clock returned no valid time (NaN).
  return failing.observedMs + (gap > 0 ? Math.min(gap, LONGEST_GAP) : 0);
}

function attemptFacts(outcome: FetchOutcome, at: number) {
  const { url, hops } = outcome;
  const caching = cachingOf(outcome.kind === 'http' ? outcome.headers : {});
  return { at, url, hops, status: statusOf(outcome), caching };
}

function statusOf(outcome: FetchOutcome): number | undefined {
  switch (outcome.kind) {
    case 'http':
      return outcome.status;
    case 'ftp':
      return outcome.code;
    case 'too-many-redirects':
    case 'redirect-loop':
      return outcome.hops.at(-1)?.status;
    case 'failure':
      return outcome.failure === 'bad-redirect' ? outcome.hops.at(-1)?.status : undefined;
  }
}

const CACHING_FIELDS = ['age', 'cache-control', 'date', 'expires', 'pragma'] as const;

function cachingOf(headers: FetchedHeaders): CachingHeaders {
  const present = CACHING_FIELDS.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, headers[name]]));
}

type AttemptResult =
  | {
      readonly kind: 'successful';
      readonly body: ReceivedBody;
      readonly headers: FetchedHeaders;
    }
  /** The last good copy remains valid (304 to a conditional request). */
  | { readonly kind: 'not-modified'; readonly headers: FetchedHeaders }
  | {
      readonly kind: 'unavailable';
      readonly reason: UnavailableReason;
      readonly headers: FetchedHeaders;
    }
  | { readonly kind: 'forbidden'; readonly headers: FetchedHeaders }
  | {
      readonly kind: 'unreachable';
      readonly reason: UnreachableReason;
      /** Reason to embed in a sentence: in lower case, without a period. */
      readonly detail: string;
      /** The raw Retry-After header. */
      readonly retryAfter?: string | undefined;
    };

/** Returns the result of an attempt under a policy, with the body or the reason. */
export function attemptResult(outcome: FetchOutcome, policy: Policy): AttemptResult {
  if (outcome.kind === 'failure') {
    return { kind: 'unreachable', reason: outcome.failure, detail: outcome.detail };
  }
  const headers = outcome.kind === 'http' ? outcome.headers : {};
  const access = accessOf(outcome, policy);
  if (access === 'unavailable') {
    return { kind: 'unavailable', reason: unavailableReason(outcome), headers };
  }
  if (access === 'forbidden') return { kind: 'forbidden', headers };
  if (access === 'body' && 'body' in outcome && outcome.body !== undefined) {
    return { kind: 'successful', body: outcome.body, headers };
  }
  if (outcome.kind === 'http' && outcome.status === 304 && outcome.conditional) {
    return { kind: 'not-modified', headers };
  }
  return { kind: 'unreachable', ...whyUnreachable(outcome) };
}

type Reply = Exclude<FetchOutcome, FailureOutcome>;

function unavailableReason(outcome: Reply): UnavailableReason {
  switch (outcome.kind) {
    case 'http':
      return outcome.status >= 500 ? 'soft-not-found' : 'status';
    case 'ftp':
      return 'ftp-reply';
    case 'too-many-redirects':
    case 'redirect-loop':
      return outcome.kind;
  }
}

type WhyUnreachable = Omit<UnreachableResult, 'kind'>;

function whyUnreachable(outcome: Reply): WhyUnreachable {
  switch (outcome.kind) {
    case 'http':
      return whyStatusUnreachable(outcome);
    case 'ftp':
      return { reason: 'ftp-reply', detail: `FTP reply ${outcome.code}` };
    case 'too-many-redirects':
      return { reason: outcome.kind, detail: `more than ${outcome.hops.length - 1} redirects` };
    case 'redirect-loop':
      return { reason: outcome.kind, detail: 'the redirects form a loop' };
  }
}

function whyStatusUnreachable({ status, headers }: HttpOutcome): WhyUnreachable {
  if (status === 304) {
    return { reason: 'not-modified-unasked', detail: 'status 304 to an unconditional request' };
  }
  if (status === 206) {
    return { reason: 'partial-content', detail: 'status 206, although no range was requested' };
  }
  const usesRetryAfter = status === 429 || status === 503;
  const retryAfter = usesRetryAfter ? headers['retry-after'] : undefined;
  return { reason: 'status', detail: `status ${status}`, retryAfter };
}
