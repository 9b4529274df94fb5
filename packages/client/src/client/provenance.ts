/** Where the access to an origin comes from. */
import { type Copy, failingSince } from '../policy/entry.js';
import { robotsTxtUrl } from '../policy/origin.js';
import { ACCESS_OF_STATE, freshUntilOf } from '../policy/state.js';
import type { CachedEntry, Situation, View } from './cached-entry.js';
import type { Provenance } from './decision.js';

export function provenanceOf(situation: Situation, { policy, entry, state }: View): Provenance {
  const { origin, cached, now, remembered } = situation;
  const { from } = cached;
  const { facts } = state;
  const failing = entry.failing;
  return {
    origin,
    robotsTxtUrl: robotsTxtUrl(origin),
    policy: policy.name,
    access: ACCESS_OF_STATE[state.kind],
    reason: state.reason,
    detail: failing?.detail,
    status: facts.status,
    url: facts.url,
    hops: facts.hops,
    fetchedAt: facts.at,
    ageMs: Math.max(0, now - facts.at),
    freshUntil: freshUntilOf(state),
    stale: state.kind === 'copy' && state.stale,
    nextRequestAt: entry.refreshAt,
    unreachableSince: failing && failingSince(failing),
    source: remembered ? 'memory' : from.source,
    store: from.store,
    storeError: from.storeError,
    body: state.kind === 'copy' ? bodyOf(state.facts, cached) : undefined,
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
