/** From what stands for an origin to the answer for a URL. */
import type { Decision } from './decision.js';
import type { Standing } from './policy/standing.js';
import { provenanceOf } from './provenance.js';
import type { Situation } from './situation.js';

export interface Question {
  readonly url: string;
  readonly productToken: string;
}

/** The outcome alone, without its reasons: what the many questions of a crawl need. */
export function outcomeOf(
  { url, productToken }: Question,
  { held }: Situation,
  stands: Standing,
): Decision['outcome'] {
  switch (stands.kind) {
    case 'copy':
      return held.rulesOf(stands.copy).isAllowed(url, productToken) ? 'allowed' : 'disallowed';
    case 'unavailable':
    case 'given-up':
      return 'allowed';
    case 'forbidden':
      return isRobotsTxt(url) ? 'allowed' : 'disallowed';
    case 'unreachable':
      return isRobotsTxt(url) ? 'allowed' : 'unreachable';
  }
}

/** Whether the URL may be fetched, and why. */
export function decide(question: Question, situation: Situation, stands: Standing): Decision {
  const { url, productToken } = question;
  const provenance = provenanceOf(situation, stands);
  const base = { url, productToken, provenance, verdict: undefined };
  switch (stands.kind) {
    case 'copy': {
      const verdict = situation.held.rulesOf(stands.copy).explain(url, productToken);
      if (verdict.allowed) return { ...base, outcome: 'allowed', reason: verdict.reason, verdict };
      return { ...base, outcome: 'disallowed', reason: 'rule', verdict };
    }
    case 'unavailable':
    case 'given-up':
      return { ...base, outcome: 'allowed', reason: stands.kind };
    case 'forbidden':
      if (isRobotsTxt(url)) return { ...base, outcome: 'allowed', reason: 'robots-txt' };
      return { ...base, outcome: 'disallowed', reason: 'forbidden' };
    case 'unreachable':
      if (isRobotsTxt(url)) return { ...base, outcome: 'allowed', reason: 'robots-txt' };
      return {
        ...base,
        outcome: 'unreachable',
        reason: stands.failing.reason,
        nextTryAt: situation.held.entry.refreshAt,
      };
  }
}

/** RFC 9309 2.2.2: "The /robots.txt URI is implicitly allowed." */
function isRobotsTxt(url: string): boolean {
  return new URL(url).pathname === '/robots.txt';
}
