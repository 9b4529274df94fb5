import type { DisallowedDecision, UnreachableDecision } from './decision.js';

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
  const { url, productToken, provenance } = decision;
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
