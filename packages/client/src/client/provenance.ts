/** Combines the state of an origin with a URL into a decision and its provenance. */
import { parseRobotsTxt } from '@repkit/core';
import { OUTCOME_OF_ACCESS } from '../policy/access.js';
import { type Copy, failingSince } from '../policy/entry.js';
import { robotsTxtUrl } from '../policy/origin.js';
import { accessOfState, type State } from '../policy/state.js';
import type { CachedEntry, Situation } from './cached-entry.js';
import type { Decision, Provenance } from './decision.js';
import type { Query } from './query.js';

type UrlAndCrawler = Pick<Query, 'url' | 'productToken' | 'crawler'>;

/** Returns the outcome alone, without its reasons, for callers that check many URLs. */
export function outcomeOf(
  { url, crawler }: UrlAndCrawler,
  { cached }: Situation,
  state: State,
): Decision['outcome'] {
  if (state.kind === 'copy') {
    return cached.rulesOf(state.copy).isAllowed(url, crawler) ? 'allowed' : 'disallowed';
  }
  return OUTCOME_OF_ACCESS[isExempt(url, state.kind) ? 'robots-txt' : state.kind];
}

/** Returns whether the URL may be fetched, and why. */
export function decide(query: UrlAndCrawler, situation: Situation, state: State): Decision {
  const { url, productToken, crawler } = query;
  const provenance = provenanceOf(situation, state);
  const base = { url, productToken, provenance, verdict: undefined };
  if (state.kind === 'copy') {
    const verdict = situation.cached.rulesOf(state.copy).explain(url, crawler);
    if (verdict.allowed) return { ...base, outcome: 'allowed', reason: verdict.reason, verdict };
    return { ...base, outcome: 'disallowed', reason: 'rule', verdict };
  }
  if (isExempt(url, state.kind)) {
    return { ...base, outcome: OUTCOME_OF_ACCESS['robots-txt'], reason: 'robots-txt' };
  }
  switch (state.kind) {
    case 'unavailable':
    case 'given-up':
      return { ...base, outcome: OUTCOME_OF_ACCESS[state.kind], reason: state.kind };
    case 'forbidden':
      return { ...base, outcome: OUTCOME_OF_ACCESS.forbidden, reason: 'forbidden' };
    case 'unreachable':
      return {
        ...base,
        outcome: OUTCOME_OF_ACCESS.unreachable,
        reason: state.failing.reason,
        nextTryAt: situation.cached.entry.refreshAt,
      };
  }
}

const NO_RULES = parseRobotsTxt('', { dialect: 'rfc9309' });

/**
 * RFC 9309 2.2.2: "The /robots.txt URI is implicitly allowed", even if nothing else on the site may be fetched. Core
 * determines which URLs qualify.
 */
function isExempt(url: string, kind: keyof typeof OUTCOME_OF_ACCESS): boolean {
  return (
    OUTCOME_OF_ACCESS[kind] !== 'allowed' && NO_RULES.explain(url, 'any').reason === 'robots-txt'
  );
}

export function provenanceOf(situation: Situation, state: State): Provenance {
  const { origin, cached, policy, now, remembered } = situation;
  const { entry, from } = cached;
  const { access, reason, facts, freshUntil } = accessOfState(state);
  const failing = entry.failing;
  return {
    origin,
    robotsTxtUrl: robotsTxtUrl(origin),
    policy: policy.name,
    access,
    reason,
    detail: failing?.detail,
    status: facts.status,
    url: facts.url,
    hops: facts.hops,
    fetchedAt: facts.at,
    ageMs: Math.max(0, now - facts.at),
    freshUntil,
    stale: state.kind === 'copy' && state.stale,
    nextRequestAt: entry.refreshAt,
    unreachableSince: failing && failingSince(failing),
    source: remembered ? 'memory' : from.source,
    store: from.store,
    storeError: from.storeError,
    body: state.kind === 'copy' ? bodyOf(state.copy, cached) : undefined,
  };
}

function bodyOf(copy: Copy, cached: CachedEntry): Provenance['body'] {
  const { body, charset, mediaType } = copy;
  return {
    bytes: body.length,
    charset,
    truncated: cached.isCut(copy),
    mediaType,
    // RFC 9309 2.3: "The file MUST be UTF-8 encoded … and Internet Media Type 'text/plain'".
    wrongMediaType: mediaType !== undefined && mediaType !== 'text/plain',
  };
}
