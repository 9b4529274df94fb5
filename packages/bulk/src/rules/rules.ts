/** Rules for the product tokens of a run. */
import { OUTCOME_OF_ACCESS } from '@repkit/client/access';
import { type DialectName, type RobotsTxt, RobotsTxtParser } from '@repkit/core';
import type { Chunks } from '../file-bytes.js';
import { bufferOf } from '../input/blocks.js';

/** The result for a URL: a verdict, `unreachable` (RFC 9309 2.3.1.4), or `invalid` if it is not a URL. */
export const OUTCOMES = ['allowed', 'disallowed', 'unreachable', 'invalid'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Decides for one robots.txt, or for a site without one. */
export interface Rules {
  /**
   * Checks the URL in the bytes [`start`, `end`). Throws a TypeError if it is invalid.
   *
   * @param productToken index into the list of the run
   */
  outcome(bytes: Uint8Array, start: number, end: number, productToken: number): Outcome;
}

export function rulesOf(robotsTxt: RobotsTxt, productTokens: readonly string[]): Rules {
  const matchers = productTokens.map((token) => robotsTxt.matcher(token));
  return {
    outcome: (bytes, start, end, productToken) =>
      matchers[productToken]?.isAllowedAt(bytes, start, end) ? 'allowed' : 'disallowed',
  };
}

/** Returns rules with the same outcome for every URL (RFC 9309 2.3.1.3, 2.3.1.4). */
export function constantRules(outcome: Outcome): Rules {
  return { outcome: () => outcome };
}

/** Returns the rules for a site from which no robots.txt was obtained. */
export function rulesByAccess(kind: Exclude<keyof typeof OUTCOME_OF_ACCESS, 'robots-txt'>): Rules {
  return {
    outcome(bytes, start, end) {
      const url = bufferOf(bytes).toString('utf8', start, end);
      const isRobotsTxt = url.includes('/robots.txt') && new URL(url).pathname === '/robots.txt';
      return OUTCOME_OF_ACCESS[isRobotsTxt ? 'robots-txt' : kind];
    },
  };
}

/** Parses a robots.txt as it arrives. Stops reading at the parsing limit. */
export async function parseChunks(chunks: Chunks, dialect: DialectName): Promise<RobotsTxt> {
  const parser = new RobotsTxtParser({ dialect });
  for await (const chunk of chunks) {
    if (!parser.push(chunk)) break;
  }
  return parser.end();
}
