/** The result of checking a URL for a crawler, with what the renderers need about the robots.txt that decided. */
import type { Provenance } from '@repkit/client';
import {
  type Access,
  type Decision,
  decider,
  documentedPolicy,
  type Overrides,
  type RobotsTxt,
  type Verdict,
} from '@repkit/core';
import type { NamedCrawler } from '../options/crawler-option.js';
import { withoutBrackets } from '../options/fetch-options.js';
import type { Io } from '../program/io.js';
import {
  type FileProvenance,
  isFromFile,
  type RobotsTxtSource,
  type SiteAccess,
  warnOfContent,
  warnOfUtf16,
} from './read-robots.js';

/** One URL, as the user wrote it, and one product token or known crawler to check. */
interface Query {
  readonly url: string;
  readonly crawler: NamedCrawler;
}

type Checked = Query & Pick<Decision, 'outcome' | 'profile'>;

export interface ResultByRules extends Checked {
  readonly by: 'rules';
  readonly access: Access;
  readonly provenance: FileProvenance | Provenance;
  /** In the dialect that decided. */
  readonly robotsTxt: RobotsTxt;
  readonly verdict: Verdict;
}

/** The result if there is no robots.txt to apply. */
export interface ResultByAccess extends Checked {
  readonly by: 'access';
  readonly reason: Exclude<Access['kind'], 'file'> | 'robots-txt';
  readonly provenance: Provenance;
  /** What happened, as a clause. */
  readonly detail: string;
}

export type CheckResult = ResultByRules | ResultByAccess;

/** Checks one query. `all` includes every matching rule in the verdict. */
export function checkResult(query: Query, { access, provenance }: SiteAccess, overrides: Overrides, all = false): CheckResult {
  const { url, crawler } = query;
  const forCrawler = decider(access, crawler, overrides);
  const { outcome, profile, reason, verdict } = forCrawler.decide(url, { all });
  const checked = { ...query, outcome, ...(profile && { profile }) };
  if (access.kind === 'file' && verdict !== undefined) {
    const robotsTxt = access.file.in(forCrawler.dialect);
    return { ...checked, by: 'rules', access, provenance, robotsTxt, verdict };
  }
  const without = access.kind as Exclude<Access['kind'], 'file'>;
  const fetched = provenance as Provenance;
  return {
    ...checked,
    by: 'access',
    reason: reason === 'robots-txt' ? reason : without,
    provenance: fetched,
    detail: accessDetail(fetched),
  };
}

/** Checks a URL for several crawlers. Those with the same access policy share one access. */
export async function checkCrawlers(
  url: string,
  crawlers: readonly NamedCrawler[],
  source: RobotsTxtSource,
  overrides: Overrides,
  all = false,
): Promise<CheckResult[]> {
  const sites = new Map<string | undefined, SiteAccess>();
  const results: CheckResult[] = [];
  for (const crawler of crawlers) {
    const policy = documentedPolicy(crawler);
    const site = sites.get(policy) ?? (await source.accessFor(url, crawler));
    sites.set(policy, site);
    results.push(checkResult({ url, crawler }, site, overrides, all));
  }
  return results;
}

/** Returns a function that warns once per robots.txt that is unusual. */
export function contentWarner(io: Pick<Io, 'report'>): (result: CheckResult) => void {
  const checked = new Set<string>();
  return (result) => {
    if (result.by !== 'rules') return;
    const { provenance, robotsTxt } = result;
    const name = isFromFile(provenance) ? provenance.file : provenance.robotsTxtUrl;
    if (checked.has(name)) return;
    checked.add(name);
    warnOfContent({ name, robotsTxt }, io);
    if (!isFromFile(provenance)) warnOfUtf16(provenance, io);
  };
}

/** Whether the crawler may not fetch the URL. */
export function isRefused({ outcome }: Pick<CheckResult, 'outcome'>): boolean {
  return outcome === 'disallowed' || outcome === 'unreachable';
}

/** Describes a fetch that found no robots.txt, as a clause: `status 404`, `the connection was refused`. */
export function accessDetail(provenance: Provenance): string {
  const { access, reason, detail, url, hops } = provenance;
  if (reason === 'refused-address') return refusedAddressText(detail, url);
  if (access === 'unreachable' && detail !== undefined) return detail;
  // The last redirect was not followed.
  if (reason === 'too-many-redirects') return `more than ${hops.length - 1} redirects`;
  if (reason === 'redirect-loop') return 'redirect loop';
  const page = reason === 'soft-not-found' ? ', and the page says that it was not found' : '';
  return statusText(provenance) + page;
}

/** Describes the refusal of a non-public address, with the option that permits it. */
export function refusedAddressText(detail: string | undefined, url: string): string {
  const host = withoutBrackets(new URL(url).hostname);
  return `${detail}; use --allow ${host} to permit it`;
}

/** Describes the status of the deciding response. */
export function statusText({ status, url }: Pick<Provenance, 'status' | 'url'>): string {
  if (status === undefined) return 'no response';
  return url.startsWith('ftp:') ? `FTP reply ${status}` : `status ${status}`;
}
