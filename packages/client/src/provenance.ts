/** Where an answer comes from, told from what stands for its origin. */
import type { Provenance } from './decision.js';
import { robotsTxtUrl } from './origin.js';
import type { Standing } from './policy/standing.js';
import type { Situation } from './situation.js';

export function provenanceOf(situation: Situation, stands: Standing): Provenance {
  const { origin, held, policy, now, remembered } = situation;
  const { entry, from } = held;
  const facts = factsOf(stands);
  const failing = entry.failing;
  return {
    origin,
    robotsTxtUrl: robotsTxtUrl(origin),
    policy: policy.name,
    access: accessOf(stands),
    reason: reasonOf(stands),
    detail: failing?.detail,
    status: facts.status,
    url: facts.url,
    hops: facts.hops,
    fetchedAt: facts.at,
    ageMs: Math.max(0, now - facts.at),
    freshUntil: 'freshUntil' in facts ? facts.freshUntil : undefined,
    stale: stands.kind === 'copy' && stands.stale,
    nextRequestAt: entry.refreshAt,
    unreachableSince: failing?.firstAt,
    source: remembered ? 'memory' : from.source,
    store: from.store,
    storeError: from.storeError,
    body: stands.kind === 'copy' ? bodyOf(stands) : undefined,
  };
}

/** What an attempt met that decides now. */
function factsOf(stands: Standing) {
  switch (stands.kind) {
    case 'copy':
      return stands.copy;
    case 'unavailable':
    case 'forbidden':
      return stands.settled;
    case 'unreachable':
    case 'given-up':
      return stands.failing;
  }
}

function accessOf(stands: Standing): Provenance['access'] {
  switch (stands.kind) {
    case 'copy':
      return 'successful';
    case 'given-up':
      return 'unreachable';
    default:
      return stands.kind;
  }
}

function reasonOf(stands: Standing): Provenance['reason'] {
  switch (stands.kind) {
    case 'unavailable':
      return stands.settled.reason;
    case 'unreachable':
    case 'given-up':
      return stands.failing.reason;
    case 'copy':
      return stands.stale ? stands.failing?.reason : undefined;
    case 'forbidden':
      return undefined;
  }
}

function bodyOf({ copy }: Extract<Standing, { kind: 'copy' }>): Provenance['body'] {
  const { body, charset, truncated, mediaType } = copy;
  return {
    octets: body.length,
    charset,
    truncated,
    mediaType,
    // RFC 9309 2.3: "The file MUST be UTF-8 encoded … and Internet Media Type 'text/plain'".
    wrongMediaType: mediaType !== undefined && mediaType !== 'text/plain',
  };
}
