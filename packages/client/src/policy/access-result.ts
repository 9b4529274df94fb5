/** The access result (RFC 9309 2.3.1): what an attempt means in a policy. Pure. */
import type {
  FetchOutcome,
  HttpOutcome,
  ReceivedBody,
  ResponseHeaders,
} from '../transport/outcome.js';
import type { UnavailableReason, UnreachableReason } from './entry.js';
import type { Policy } from './policy.js';

export type AccessResult =
  | {
      readonly kind: 'successful';
      readonly body: ReceivedBody;
      readonly headers: ResponseHeaders;
    }
  /** The last good copy holds on (status 304 to our validators). */
  | { readonly kind: 'not-modified'; readonly headers: ResponseHeaders }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }
  | { readonly kind: 'forbidden' }
  | {
      readonly kind: 'unreachable';
      readonly reason: UnreachableReason;
      /** What happened, as a clause for people. */
      readonly detail: string;
      /** The Retry-After header as it came. */
      readonly retryAfter?: string | undefined;
    };

export function accessResult(outcome: FetchOutcome, policy: Policy): AccessResult {
  switch (outcome.kind) {
    case 'http':
      return httpResult(outcome, policy);
    case 'ftp':
      // Google's page, FTP: a transfer is read, a missing file is as a 404; the rest is a server's trouble.
      if (outcome.body !== undefined) return received(outcome.body, {});
      if (outcome.code === 550) return { kind: 'unavailable', reason: 'ftp-reply' };
      return unreachable('ftp-reply', `FTP reply ${outcome.code}`);
    case 'too-many-redirects':
    case 'redirect-loop':
      // RFC 9309 2.3.1.2.
      if (policy.redirectsWithoutEnd === 'unavailable') {
        return { kind: 'unavailable', reason: outcome.kind };
      }
      return unreachable(
        outcome.kind,
        outcome.kind === 'redirect-loop'
          ? 'the redirects run in a circle'
          : `more than ${outcome.hops.length - 1} redirects`,
      );
    case 'failure':
      // RFC 9309 2.3.1.4: "unreachable due to server or network errors".
      return unreachable(outcome.failure, outcome.detail);
  }
}

function httpResult(
  { status, headers, body, conditional }: HttpOutcome,
  policy: Policy,
): AccessResult {
  if (status === 304) {
    if (conditional) return { kind: 'not-modified', headers };
    return unreachable('not-modified-unasked', 'status 304 to a request without validators');
  }
  // A Range is never asked for, so a part is no robots.txt.
  if (status === 206) return unreachable('partial-content', 'status 206, a part nobody asked for');
  if (status >= 200 && status <= 299 && body !== undefined) return received(body, headers);
  if (status === 401 || status === 403) {
    if (policy.accessDenied === 'forbidden') return { kind: 'forbidden' };
    return { kind: 'unavailable', reason: 'status' };
  }
  const isTooManyRequests = status === 429;
  // RFC 9309 2.3.1.3: 400-499.
  if (
    isTooManyRequests ? policy.tooManyRequests === 'unavailable' : status >= 400 && status <= 499
  ) {
    return { kind: 'unavailable', reason: 'status' };
  }
  const heedsRetryAfter = isTooManyRequests || status === 503;
  const retryAfter = heedsRetryAfter ? headers['retry-after'] : undefined;
  return { ...unreachable('status', `status ${status}`), retryAfter };
}

/** An empty file says nothing, so it is as if there were none. */
function received(body: ReceivedBody, headers: ResponseHeaders): AccessResult {
  if (body.octets.length === 0) return { kind: 'unavailable', reason: 'empty' };
  return { kind: 'successful', body, headers };
}

function unreachable(reason: UnreachableReason, detail: string) {
  return { kind: 'unreachable', reason, detail } as const;
}
