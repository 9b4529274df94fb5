/** What a file means to the most important crawlers, for the answer in sentences. */
import { type Decider, type DialectName, decider, type Group, isGoverned, type RobotsFile } from '@repkit/core';
import { type CrawlerProfile, crawlerProfile, crawlersFor } from '@repkit/core/crawlers';
import type { AudienceSummary, LineRange } from './requests.js';

/** A path that no rule is about: whether it is blocked is what the file says about most URLs. */
const ANY_PATH = '/4f6a/any-other-page';

/** What one group means to the crawlers that follow it. */
interface GroupSummary {
  readonly isBlocked: boolean;
  readonly lines: LineRange | undefined;
  readonly disallowed: readonly string[];
  readonly allowed: readonly string[];
  /** The indexes of the listed URLs that it blocks. */
  readonly blockedUrls: ReadonlySet<number>;
}

/** O(distinct groups × URLs). */
export function summarize(file: RobotsFile, urls: readonly string[], dialect: DialectName | undefined): AudienceSummary[] {
  const access = { kind: 'file', file } as const;
  const byGroup = new Map<string, GroupSummary>();
  const summaryOf = (crawler: CrawlerProfile | string) => {
    const site = decider(access, crawler, { dialect });
    const lines = site.matcher.explain(ANY_PATH).group?.userAgentLines ?? [];
    const key = `${site.dialect.name} ${lines}`;
    const summary = byGroup.get(key) ?? summarizeGroup(site, groupsAt(site, lines), urls);
    byGroup.set(key, summary);
    return summary;
  };
  const groupsAt = (site: Decider, lines: readonly number[]) =>
    file.in(site.dialect).groups.filter(({ userAgentRecords }) => userAgentRecords.some(({ line }) => lines.includes(line)));
  const summaries = (
    [
      ['google', [crawlerProfile('Googlebot') ?? 'Googlebot']],
      ['bing', [crawlerProfile('bingbot') ?? 'bingbot']],
      ['ai-search', crawlersFor('ai-search').filter(isGoverned)],
      ['ai-training', crawlersFor('ai-training').filter(isGoverned)],
      ['others', ['*']],
    ] as const
  ).map(([audience, crawlers]) => merge(audience, crawlers.map(summaryOf)));
  const [google, bing, ...others] = summaries;
  if (google === undefined || bing === undefined) return summaries;
  const isSame = JSON.stringify({ ...google, audience: '', lines: [] }) === JSON.stringify({ ...bing, audience: '', lines: [] });
  return isSame ? [{ ...google, audience: 'google-bing' }, ...others] : summaries;
}

function summarizeGroup({ matcher }: Decider, groups: readonly Group[], urls: readonly string[]): GroupSummary {
  const rules = groups.flatMap((group) => group.rules).filter(({ pattern }) => pattern !== '');
  const lines = [
    ...groups.flatMap(({ userAgentRecords }) => userAgentRecords.map(({ line }) => line)),
    ...rules.map(({ line }) => line),
  ];
  const patternsOf = (kind: 'allow' | 'disallow') => rules.filter((rule) => rule.kind === kind).map(({ pattern }) => pattern);
  return {
    isBlocked: !matcher.isAllowed(ANY_PATH),
    lines:
      lines.length === 0
        ? undefined
        : {
            first: lines.reduce((least, line) => Math.min(least, line)),
            last: lines.reduce((most, line) => Math.max(most, line)),
          },
    disallowed: patternsOf('disallow'),
    allowed: patternsOf('allow'),
    blockedUrls: new Set(urls.flatMap((url, index) => (matcher.isAllowed(url) ? [] : [index]))),
  };
}

function merge(audience: AudienceSummary['audience'], summaries: readonly GroupSummary[]): AudienceSummary {
  const blocked = summaries.filter(({ isBlocked }) => isBlocked);
  const others = summaries.filter(({ isBlocked }) => !isBlocked);
  const exceptions =
    others.length === 0 ? blocked.flatMap(({ allowed }) => allowed) : others.flatMap(({ disallowed }) => disallowed);
  return {
    audience,
    crawlers: summaries.length,
    blocked: blocked.length,
    unlimited: others.filter(({ disallowed }) => disallowed.length === 0).length,
    // Crawlers follow the same group in several dialects.
    lines: [...new Map(blocked.flatMap(({ lines }) => (lines ? [[`${lines.first} ${lines.last}`, lines]] : []))).values()].sort(
      (left, right) => left.first - right.first,
    ),
    exceptions: [...new Set(exceptions)],
    blockedUrls: new Set(others.flatMap(({ blockedUrls }) => [...blockedUrls])).size,
  };
}
