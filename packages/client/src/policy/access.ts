/**
 * Maps the outcome of a fetch to an access result (RFC 9309 2.3.1). Only `accessOf` does, also for filters and surveys.
 * Pure.
 */

import type { FailureKind } from './fetch-outcome.js';
import { REDIRECT_STATUSES } from './limits.js';
import type { Policy } from './policy.js';

export { UNREACHABLE_REASONS } from './entry.js';
export { saysNotFound } from './not-found-page.js';
export { originOf, robotsTxtUrl } from './origin.js';
export {
  changedPolicy,
  type Policy,
  type PolicyChanges,
  policies,
  policyFor,
} from './policy.js';

/** The facts of a fetch that determine access. A `FetchOutcome` has them. */
export type AccessFacts =
  | {
      readonly kind: 'http';
      readonly status: number;
      /** Whether a page with a status from 500 to 599 says that it was not found. */
      readonly saysNotFound?: boolean | undefined;
    }
  | { readonly kind: 'ftp'; readonly code: number }
  | { readonly kind: 'too-many-redirects' | 'redirect-loop' }
  | { readonly kind: 'failure'; readonly failure?: FailureKind };

/** `body`: successful access (RFC 9309 2.3.1.1), so the rules in the body decide. */
export type ResponseAccess = 'body' | 'unavailable' | 'forbidden' | 'unreachable';

/**
 * Returns the access result of a fetch under a policy. Redirects must have been followed.
 *
 * @example
 * ```ts
 * import { accessOf, policies } from '@repkit/client/access';
 *
 * accessOf({ kind: 'http', status: 404 }, policies.rfc9309); // 'unavailable'
 * accessOf({ kind: 'http', status: 503 }, policies.rfc9309); // 'unreachable'
 * accessOf({ kind: 'http', status: 403 }, policies.koster1996); // 'forbidden'
 * ```
 */
export function accessOf(facts: AccessFacts, policy: Policy): ResponseAccess {
  switch (facts.kind) {
    case 'http':
      return accessOfStatus(facts, policy);
    case 'ftp':
      // As Google documents for FTP: a transferred file is parsed, a missing one is like a 404, anything else is a server error.
      // https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec (checked 2026-11-22)
      if (facts.code >= 200 && facts.code <= 299) return 'body';
      return facts.code === 550 ? 'unavailable' : 'unreachable';
    case 'too-many-redirects':
    case 'redirect-loop':
      // RFC 9309 2.3.1.2.
      return policy.tooManyRedirects;
    case 'failure':
      // RFC 9309 2.3.1.4: "unreachable due to server or network errors".
      return 'unreachable';
  }
}

/**
 * Returns the access result for a client without a copy whose first attempt had this outcome.
 *
 * @example
 * ```ts
 * import { firstAccess, policies } from '@repkit/client/access';
 *
 * firstAccess({ kind: 'http', status: 503 }, policies.rfc9309); // 'unreachable'
 * firstAccess({ kind: 'http', status: 503 }, policies.yandex); // 'given-up'
 * ```
 */
export function firstAccess(facts: AccessFacts, policy: Policy): ResponseAccess | 'given-up' {
  const access = accessOf(facts, policy);
  const decision = policy.stages[0]?.decision;
  const isUnreadable = facts.kind === 'failure' && facts.failure === 'unreadable';
  const isOpen = !isUnreadable && (decision === 'allow' || decision === 'copy-or-allow');
  return access === 'unreachable' && isOpen ? 'given-up' : access;
}

function accessOfStatus(
  { status, saysNotFound = false }: Extract<AccessFacts, { readonly kind: 'http' }>,
  policy: Policy,
): ResponseAccess {
  // The client never sends a Range header, so a partial body is not the robots.txt.
  if (status === 206) return 'unreachable';
  // RFC 9110 15.3.5: the server states that there is no content.
  if (status === 204) return 'unavailable';
  if (status >= 200 && status <= 299) return 'body';
  if (status === 401 || status === 403) return policy.accessDenied;
  if (status === 429) return policy.tooManyRequests;
  // RFC 9309 2.3.1.3: 400-499.
  if (status >= 400 && status <= 499) return 'unavailable';
  const isSoftNotFound = policy.softNotFound && status >= 500 && status <= 599 && saysNotFound;
  return isSoftNotFound ? 'unavailable' : 'unreachable';
}

/**
 * Returns whether a response to a request for a robots.txt is a redirect to follow. RFC 9110 15.4.1: the Location of a 300
 * is the server's preferred choice, which "the user agent MAY use … for automatic redirection". Without one, 300 is final.
 *
 * @example
 * ```ts
 * import { isRedirect } from '@repkit/client/access';
 *
 * isRedirect(301, 'https://www.example.com/robots.txt'); // true
 * isRedirect(304, undefined); // false
 * ```
 */
export function isRedirect(status: number, location: string | undefined): boolean {
  return REDIRECT_STATUSES.has(status) || (status === 300 && location !== undefined);
}
