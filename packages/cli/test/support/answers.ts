import { type ParseOptions, parseRobotsTxt } from '@repkit/core';
import { type SiteAnswer, type Visit, visited } from '../../../../test/support/sites.js';
import { type Answer, answerTo } from '../../src/input/answer.js';
import type { RobotsTxtAnswer } from '../../src/input/read-robots.js';

/** A robots.txt as if it had been read from a file. */
export function fromFile(body: string | Uint8Array, options: ParseOptions = {}): RobotsTxtAnswer {
  return {
    kind: 'rules',
    robotsTxt: parseRobotsTxt(body, options),
    provenance: { file: 'robots.txt' },
  };
}

/** What https://example.com answers, by the client. */
export async function fromSite(answer: SiteAnswer, visit?: Visit): Promise<RobotsTxtAnswer> {
  return await visited('https://example.com', answer, visit);
}

/** The answer with all its reasons. */
export async function ask(
  source: RobotsTxtAnswer,
  url: string,
  productToken: string,
  all = true,
): Promise<Answer> {
  return await answerTo({ url, productToken }, { robotsTxtFor: async () => source }, all);
}
