/** The rules of a robots.txt for the product tokens of a run. */
import { OUTCOME_OF_ACCESS } from '@repkit/client/access';
import { type DialectName, type RobotsTxt, RobotsTxtParser } from '@repkit/core';
import type { Chunks } from '../file-bytes.js';
import { bufferOf } from '../input/blocks.js';

/** The result for one URL: a verdict, no robots.txt to be had (RFC 9309 2.3.1.4), or not a URL. */
export const OUTCOMES = ['allowed', 'disallowed', 'unreachable', 'invalid'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Decides for one robots.txt, or for a site without one. */
export interface Rules {
  /**
   * Decides about the URL in the bytes from `start` up to `end`. `productToken` is an index into the list of the run.
   * Throws a TypeError if the URL is invalid.
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

/** The same outcome for every URL (RFC 9309 2.3.1.3, 2.3.1.4). */
export function rulesWithout(outcome: Outcome): Rules {
  return { outcome: () => outcome };
}

/** What holds for the URLs of a site whose robots.txt could not be had. */
export function rulesByAccess(kind: Exclude<keyof typeof OUTCOME_OF_ACCESS, 'robots-txt'>): Rules {
  return {
    outcome(bytes, start, end) {
      const url = bufferOf(bytes).toString('utf8', start, end);
      const isRobotsTxt = url.includes('/robots.txt') && new URL(url).pathname === '/robots.txt';
      return OUTCOME_OF_ACCESS[isRobotsTxt ? 'robots-txt' : kind];
    },
  };
}

/** Parses bytes as they arrive and stops reading at the parsing limit. */
export async function parseChunks(chunks: Chunks, dialect: DialectName): Promise<RobotsTxt> {
  const parser = new RobotsTxtParser({ dialect });
  for await (const chunk of chunks) {
    if (!parser.push(chunk)) break;
  }
  return parser.end();
}
