/** A crawler whose requests are judged, and their counts. */
import { policyFor } from '@repkit/client/access';
import { type Crawler, crawlDelayFor, type Decider, decider, productTokensOf } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { type CrawlerReport, type DayCount, type Finding, isEarlier, type RuleCount } from './report.js';
import type { VersionRange, Versions } from './versions.js';

const DAY_MS = 86_400_000;

/** Versions whose rules are prepared at a time. */
const MAX_VERSIONS = 64;

/** The versions that a crawler could have read. */
export interface JudgedRange extends VersionRange {
  /** Whether the site was unreachable meanwhile. */
  readonly isUnreachable: boolean;
  /** Whether the site had no file meanwhile, which the history need not show. */
  readonly isAbsent: boolean;
}

/** What a version says to one crawler. */
interface VersionRules {
  readonly decider: Decider;
  /** In seconds. */
  readonly crawlDelay: number | undefined;
}

export class AuditedCrawler {
  readonly crawler: Crawler;
  /** Undefined for a product token without a profile. */
  readonly profile: CrawlerProfile | undefined;
  readonly name: string;
  /** How long it may use a copy, in seconds. */
  readonly copyLife: number;
  readonly report: CrawlerReport;
  readonly #versions: Versions;
  readonly #versionRules = new Map<number, VersionRules>();
  readonly #days = new Map<number, DayCount>();
  /** Those that it broke. */
  readonly #rules = new Map<string, RuleCount>();
  /** The second of its latest request in the log. */
  #latest: number | undefined;

  constructor(versions: Versions, crawler: Crawler, claimed: CrawlerProfile | string) {
    const profile = typeof claimed === 'string' ? undefined : claimed;
    const name = profile?.name ?? productTokensOf(crawler)[0] ?? '';
    this.crawler = crawler;
    this.profile = profile;
    this.name = name;
    this.copyLife = policyFor(crawler).cacheLifetime.defaultMs / 1000;
    this.#versions = versions;
    this.report = {
      crawler: name,
      operator: profile?.operator,
      requests: 0,
      allowed: 0,
      violations: 0,
      violationsBy: { verified: 0, unverifiable: 0, unchecked: 0 },
      withinGrace: 0,
      unknown: 0,
      notGoverned: 0,
      refused: 0,
      impostors: 0,
      robotsTxtFetches: {},
      lastFetch: undefined,
      crawlDelays: [],
      rules: [],
      days: [],
    };
  }

  /** Returns how a request is counted. It is a violation only if every version forbids it. */
  judge(
    target: string,
    { first, last, isIncomplete, isUnreachable, isAbsent }: JudgedRange,
  ): 'violation' | 'withinGrace' | 'allowed' | 'unknown' {
    let isAllowed = isAbsent;
    let isForbidden = false;
    let isUnknown = isUnreachable;
    for (let index = last; index >= first; index--) {
      const outcome = this.rulesOf(index).decider.outcome(target);
      if (outcome === 'allowed') isAllowed = true;
      else if (outcome === 'disallowed') isForbidden = true;
      else isUnknown = true;
      if (isAllowed && isForbidden) return 'withinGrace';
    }
    if (isForbidden) return isIncomplete ? 'unknown' : 'violation';
    if (isUnknown || !isAllowed) return 'unknown';
    return 'allowed';
  }

  dayOf(time: number): DayCount {
    const dayNumber = Math.floor(time / DAY_MS);
    const day = this.#days.get(dayNumber) ?? {
      day: new Date(dayNumber * DAY_MS).toISOString().slice(0, 10),
      requests: 0,
      violations: 0,
    };
    this.#days.set(dayNumber, day);
    return day;
  }

  /** Counts a violation by its rule. */
  countViolation(finding: Finding): void {
    const { rule } = finding;
    const known = this.#rules.get(rule);
    if (known === undefined) {
      this.#rules.set(rule, { rule, violations: 1, example: finding });
      return;
    }
    known.violations++;
    if (isEarlier(finding, known.example)) known.example = finding;
  }

  /**
   * Counts whether the crawler waited since its latest request. The parts of a second before and after a request are unknown, and
   * count as time that it waited.
   */
  countDelay(second: number, range: JudgedRange | undefined): void {
    const latest = this.#latest;
    this.#latest = second;
    if (range === undefined || range.first !== range.last || latest === undefined) return;
    const { crawlDelay: delay } = this.rulesOf(range.last);
    if (delay === undefined || second < latest) return;
    const { crawlDelays } = this.report;
    let count = crawlDelays.find(({ seconds }) => seconds === delay);
    if (count === undefined) {
      count = { seconds: delay, requests: 0, tooSoon: 0 };
      crawlDelays.push(count);
    }
    count.requests++;
    if (second - latest + 1 <= delay) count.tooSoon++;
  }

  result(): CrawlerReport {
    return {
      ...this.report,
      days: [...this.#days.values()],
      rules: [...this.#rules.values()],
    };
  }

  /** Returns the rules of a version for this crawler. */
  rulesOf(index: number): VersionRules {
    const known = this.#versionRules.get(index);
    if (known !== undefined) return known;
    const access = this.#versions.accessOf(index);
    const versionDecider = decider(access, this.crawler);
    const file = access.kind === 'file' ? access.file.in(versionDecider.dialect) : undefined;
    const rules = {
      decider: versionDecider,
      crawlDelay: file && crawlDelayFor(file, this.crawler),
    };
    if (this.#versionRules.size >= MAX_VERSIONS) this.#versionRules.clear();
    this.#versionRules.set(index, rules);
    return rules;
  }
}
