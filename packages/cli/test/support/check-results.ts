import { type ParseOptions, parseRobotsTxt } from '@repkit/core';
import { type SiteAnswer, type Visit, visited } from '../../../../test/support/sites.js';
import { type CheckResult, checkQuery } from '../../src/input/check-result.js';
import type { RobotsTxtLookup } from '../../src/input/read-robots.js';

/** Returns a source for a robots.txt from a file. */
export function fromFile(body: string | Uint8Array, options: ParseOptions = {}): RobotsTxtLookup {
  return {
    kind: 'rules',
    robotsTxt: parseRobotsTxt(body, options),
    provenance: { file: 'robots.txt' },
  };
}

/** Returns a source for a response of https://example.com through the client. */
export async function fromSite(result: SiteAnswer, visit?: Visit): Promise<RobotsTxtLookup> {
  return await visited('https://example.com', result, visit);
}

/** Returns the result with all matching rules. */
export async function ask(
  source: RobotsTxtLookup,
  url: string,
  crawler: string,
  all = true,
): Promise<CheckResult> {
  return await checkQuery({ url, crawler }, { robotsTxtFor: async () => source }, all);
}
