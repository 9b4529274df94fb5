import { isGoverned, NOT_GOVERNED } from '@repkit/bulk';
import type { Provenance } from '@repkit/client';
import { OUTCOME_OF_ACCESS } from '@repkit/client/access';
import type { RobotsTxt, Verdict } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import type { FileProvenance, RobotsTxtSource } from './read-robots.js';

/** One URL, as the user wrote it, and one product token or known crawler to check. */
export interface Query {
  readonly url: string;
  readonly crawler: string | CrawlerProfile;
}

interface ResultByRules extends Query {
  readonly by: 'rules';
  readonly outcome: 'allowed' | 'disallowed' | typeof NOT_GOVERNED;
  readonly provenance: FileProvenance | Provenance;
  readonly robotsTxt: RobotsTxt;
  readonly verdict: Verdict;
}

/** The result if there is no robots.txt to apply. */
export interface ResultByAccess extends Query {
  readonly by: 'access';
  readonly outcome: 'allowed' | 'disallowed' | 'unreachable' | typeof NOT_GOVERNED;
  readonly reason: keyof typeof OUTCOME_OF_ACCESS;
  readonly provenance: Provenance;
  /** What happened, as a clause. */
  readonly detail: string;
}

export type CheckResult = ResultByRules | ResultByAccess;

/** Checks one query. `all` includes every matching rule in the verdict. */
export async function checkQuery(
  query: Query,
  source: Pick<RobotsTxtSource, 'robotsTxtFor'>,
  all: boolean,
): Promise<CheckResult> {
  const { url, crawler } = query;
  const { kind, robotsTxt, provenance } = await source.robotsTxtFor(url);
  if (kind !== 'rules') {
    const reason = new URL(url).pathname === '/robots.txt' ? 'robots-txt' : kind;
    const detail = accessDetail(provenance);
    return {
      ...query,
      by: 'access',
      outcome: isGoverned(crawler) ? OUTCOME_OF_ACCESS[reason] : NOT_GOVERNED,
      reason,
      provenance,
      detail,
    };
  }
  const verdict = robotsTxt.explain(url, crawler, { all });
  const ruled = verdict.allowed ? 'allowed' : 'disallowed';
  const outcome = isGoverned(crawler) ? ruled : NOT_GOVERNED;
  return { ...query, by: 'rules', outcome, provenance, robotsTxt, verdict };
}

/** Describes a fetch that found no robots.txt, as a clause: `status 404`, `the connection was refused`. */
export function accessDetail(provenance: Provenance): string {
  const { access, reason, detail, url, hops } = provenance;
  if (reason === 'refused-address') return refusedAddressText(detail, url);
  if (access === 'unreachable' && detail !== undefined) return detail;
  switch (reason) {
    case 'too-many-redirects':
      // The last redirect was not followed.
      return `more than ${hops.length - 1} redirects`;
    case 'redirect-loop':
      return 'redirect loop';
    case 'empty':
      return `${statusText(provenance)}, empty body`;
    default:
      return statusText(provenance);
  }
}

/** Describes the refusal of a non-public address, with the option that permits it. */
export function refusedAddressText(detail: string | undefined, url: string): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return `${detail}; use --allow ${host} to permit it`;
}

/** Describes the status of the deciding response. */
export function statusText({ status, url }: Pick<Provenance, 'status' | 'url'>): string {
  if (status === undefined) return 'no response';
  return url.startsWith('ftp:') ? `FTP reply ${status}` : `status ${status}`;
}
