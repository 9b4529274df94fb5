/**
 * The check that every hook runs before a request, and the error for a refused request.
 *
 * To add a hook: a file here, a subpath in `exports` of the package, and an example. It calls `permit` or `permitInTurn` before
 * each request and each redirect, and sends the header of `userAgentFor`. Its types are structural, so that users of one library
 * do not need the others. Test it with the real library.
 */
import { productToken } from '@repkit/core';
import { sleepLong } from '../async/timeouts.js';
import type { CheckedAllowed, CheckedDecision } from '../client/decision.js';
import type { RobotsClient } from '../client/robots-client.js';

/** The part of a client that identifies requests. */
type Identity = Partial<Pick<RobotsClient, 'userAgent'>>;

/** The part of a client that hooks use. */
export type Checker = Pick<RobotsClient, 'check'> & Identity;

/** The part of a client that hooks with `obeyCrawlDelay` use. */
export type Scheduler = Pick<RobotsClient, 'check' | 'schedule'> & Identity;

export interface HookOptions {
  /**
   * Whether requests wait for their turn, spaced by the site's crawl-delay or request-rate (default: false). See `schedule`
   * of the client; `limits.maxDelayMs` bounds the interval. A turn is when a request starts: the first request of a connection
   * reaches the site later by the time that connecting takes, so the first gap on the site can be that much shorter.
   */
  readonly obeyCrawlDelay?: boolean | undefined;
}

/**
 * Resolves if the URL may be fetched now. Rejects with a RobotsDisallowedError if not, with the error of `check` if that
 * is unknown, so that hooks refuse as well, and with a TypeError for a control token, which only permits uses of content.
 */
export async function permit(client: Checker, url: string, signal?: AbortSignal): Promise<void> {
  const decision = await client.check(url, { signal });
  if (decision.profile?.kind !== undefined) {
    const { crawler } = decision;
    throw new TypeError(
      `${crawler} sends no requests, so its rules permit none. Create the client with the crawler that fetches.`,
    );
  }
  if (decision.outcome !== 'allowed') throw new RobotsDisallowedError(decision);
}

/** Number of consecutive turns that a busy process may miss before a request is sent late. */
const MOST_LATE_TURNS = 10;

/** Late by more than this share of the interval, or by more than 10 ms, a request could be too close to the next turn. */
const LATE_SHARE = 0.1;
const LATE_MS = 10;

/**
 * Resolves like `permit`, and with `obeyCrawlDelay` only when it is the request's turn. A turn that the process or its
 * store was too busy to use is replaced by a new one: otherwise all delayed requests would be sent at once.
 */
export async function permitInTurn(
  client: Scheduler,
  url: string,
  { obeyCrawlDelay = false }: HookOptions,
  signal?: AbortSignal,
): Promise<void> {
  await permit(client, url, signal);
  if (!obeyCrawlDelay) return;
  for (let late = 0; ; late++) {
    const { at, intervalMs, from } = await client.schedule(url, { signal });
    const waitMs = at - Date.now();
    if (from === 'none') return;
    if (waitMs > 0) {
      await sleepLong(waitMs, signal);
      // The rules may have changed meanwhile.
      await permit(client, url, signal);
    }
    const tolerated = Math.max(LATE_MS, LATE_SHARE * intervalMs);
    if (Date.now() - at <= tolerated || late === MOST_LATE_TURNS) return;
  }
}

type RefusedDecision = Exclude<CheckedDecision, CheckedAllowed>;

/** The default User-Agent headers of libraries. */
const LIBRARY_USER_AGENT = /^(?:node|undici|got \(.*\))?$/;

const warned = new WeakSet<Identity>();

/**
 * Returns the User-Agent header of a request: `header` unless a library set it, else that of the client, so that the
 * site can recognize the crawler that its robots.txt names (RFC 9309 2.2.1). Warns once per client if `header` names
 * another crawler.
 */
export function userAgentFor(client: Identity, header: string | null | undefined): string | undefined {
  const { userAgent } = client;
  if (userAgent === undefined) return header ?? undefined;
  if (LIBRARY_USER_AGENT.test(header ?? '')) return userAgent;
  if (header != null && !warned.has(client) && headerToken(header) !== headerToken(userAgent)) {
    warned.add(client);
    emitWarning(
      'REPKIT_USER_AGENT',
      `Requests have the User-Agent "${header}", but robots.txt was requested as "${userAgent}", so sites cannot ` +
        'recognize the crawler. Use the same product token in both.',
    );
  }
  return header ?? undefined;
}

/** Emits a warning of the process. */
export function emitWarning(code: string, text: string): void {
  // Not through the global `process`: a test of the sources ensures that nothing else in the client affects the process.
  process.getBuiltinModule('node:process').emitWarning(text, { code });
}

function headerToken(userAgent: string): string | undefined {
  const result = productToken(userAgent);
  return result.found ? result.token.toLowerCase() : undefined;
}

/**
 * A hook refused a request before it was sent, because robots.txt does not allow it.
 *
 * @example
 * ```ts
 * import { RobotsClient, RobotsDisallowedError } from '@repkit/client';
 * import { robotsFetch } from '@repkit/client/fetch';
 *
 * const checkedFetch = robotsFetch(new RobotsClient({ userAgent: 'ExampleBot/1.0' }));
 * const error = await checkedFetch('https://example.com/private/page').catch((error) => error);
 * error instanceof RobotsDisallowedError && error.decision.verdict?.rule?.line; // 2
 * ```
 */
export class RobotsDisallowedError extends Error {
  override readonly name = 'RobotsDisallowedError';
  readonly code = 'ERR_ROBOTS_DISALLOWED';
  readonly decision: RefusedDecision;

  constructor(decision: RefusedDecision) {
    super(sentence(decision));
    this.decision = decision;
  }
}

/** Returns the refusal in an error; got wraps errors that its hooks throw. */
export function refusalIn(error: unknown): RobotsDisallowedError | undefined {
  if (error instanceof RobotsDisallowedError) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof RobotsDisallowedError ? cause : undefined;
}

function sentence(decision: RefusedDecision): string {
  const { crawler, provenance } = decision;
  const url = withoutCredentials(decision.url);
  if (decision.outcome === 'unreachable') {
    const next = new Date(decision.nextTryAt).toISOString();
    return (
      `${provenance.robotsTxtUrl} is unreachable (${provenance.detail}), so ${crawler} may not fetch ${url}. ` +
      `Next try: ${next}.`
    );
  }
  if (decision.outcome === 'not-governed') {
    return `robots.txt does not govern ${crawler}, so its rules do not permit fetching ${url}.`;
  }
  if (decision.outcome === 'unstated') {
    return `${provenance.robotsTxtUrl} has no group for the label ${crawler}, so it does not permit fetching ${url}.`;
  }
  const rule = decision.verdict?.rule;
  const why = rule === undefined ? `status ${provenance.status}` : `line ${rule.line}: ${rule.kind} ${rule.pattern}`;
  return `${provenance.robotsTxtUrl} does not allow ${crawler} to fetch ${url} (${why}).`;
}

/** Messages end up in logs. The decision contains the original URL. */
function withoutCredentials(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.username && !parsed?.password) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
