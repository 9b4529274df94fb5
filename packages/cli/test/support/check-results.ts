import { type Given, type ParseOptions, robotsFile } from '@repkit/core';
import { type SiteAnswer, type Visit, visited } from '../../../../test/support/sites.js';
import { type CheckResult, checkResult } from '../../src/input/check-result.js';
import type { SiteAccess } from '../../src/input/read-robots.js';

/** What a source returns, and the dialect to read it in. */
interface Site extends SiteAccess {
  readonly given: Given;
}

/** Returns what a source returns for a robots.txt from a file. */
export function fromFile(body: string | Uint8Array, { dialect }: ParseOptions = {}): Site {
  const access = { kind: 'file', file: robotsFile(body) } as const;
  return { access, provenance: { file: 'robots.txt' }, given: { dialect } };
}

/** Returns what a source returns for a response of https://example.com through the client. */
export async function fromSite(answer: SiteAnswer, visit?: Visit): Promise<Site> {
  return { ...(await visited('https://example.com', answer, visit)), given: {} };
}

/** Returns the result with all matching rules. */
export function ask(site: Site, url: string, crawler: string, all = true): CheckResult {
  return checkResult({ url, crawler }, site, site.given, all);
}
