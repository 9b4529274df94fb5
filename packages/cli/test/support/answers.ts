import { type ParseOptions, parseRobotsTxt } from '@repkit/core';
import { type Answer, answerTo } from '../../src/answer.js';
import type { RobotsTxtAnswer } from '../../src/robots-txt-source.js';

/** A robots.txt as if it had been read from a file. */
export function fromFile(body: string | Uint8Array, options: ParseOptions = {}): RobotsTxtAnswer {
  const provenance = { from: 'file', name: 'robots.txt' } as const;
  return { kind: 'parsed', provenance, robotsTxt: parseRobotsTxt(body, options) };
}

/** As if https://example.com/robots.txt had ended so. */
export function fromSite(kind: 'unavailable' | 'unreachable', detail: string): RobotsTxtAnswer {
  const url = 'https://example.com/robots.txt';
  return { kind, provenance: { from: 'url', url, status: undefined, redirects: [] }, detail };
}

/** The answer with all its reasons. */
export async function ask(
  source: RobotsTxtAnswer,
  url: string,
  productToken: string,
): Promise<Answer> {
  return await answerTo({ url, productToken }, async () => source, true);
}
