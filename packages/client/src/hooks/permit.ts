/** The check that every hook runs before a request, and the error for a refused one. */
import type { DisallowedDecision, UnreachableDecision } from '../decision.js';
import type { RobotsClient } from '../robots-client.js';

/** All that a hook asks of a client. */
export type Checker = Pick<RobotsClient, 'check'>;

/**
 * Returns where the URL may be fetched now. Throws a RobotsDisallowedError where it may not, and whatever `check` rejects
 * with where nobody can know: hooks then refuse as well.
 */
export async function permit(client: Checker, url: string, signal?: AbortSignal): Promise<void> {
  const decision = await client.check(url, { signal });
  if (decision.outcome !== 'allowed') throw new RobotsDisallowedError(decision);
}

/** A request that robots.txt does not allow: a hook refused it before it was sent. */
export class RobotsDisallowedError extends Error {
  override readonly name = 'RobotsDisallowedError';
  /** For those who tell errors by a code, as Node does. */
  readonly code = 'ERR_ROBOTS_DISALLOWED';
  readonly decision: DisallowedDecision | UnreachableDecision;

  constructor(decision: DisallowedDecision | UnreachableDecision) {
    super(sentence(decision));
    this.decision = decision;
  }
}

function sentence(decision: DisallowedDecision | UnreachableDecision): string {
  const { productToken, provenance } = decision;
  const url = withoutCredentials(decision.url);
  if (decision.outcome === 'unreachable') {
    const next = new Date(decision.nextTryAt).toISOString();
    return (
      `${provenance.robotsTxtUrl} is unreachable (${provenance.detail}), so ${productToken} may not fetch ${url}; ` +
      `it is tried again at ${next}.`
    );
  }
  const rule = decision.verdict?.rule;
  const why =
    rule === undefined
      ? `status ${provenance.status}`
      : `line ${rule.line}: ${rule.kind} ${rule.pattern}`;
  return `${provenance.robotsTxtUrl} does not allow ${productToken} to fetch ${url} (${why}).`;
}

/** Messages end up in logs. The decision has the URL as it was given. */
function withoutCredentials(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.username && !parsed?.password) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}
