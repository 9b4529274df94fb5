/** Judges the requests of crawlers by the versions of robots.txt that they could have read. */
import { policyFor } from '@repkit/client/access';
import { crawlerName, isGoverned } from '@repkit/core';
import { type LogRequest, RequestCrawlers } from '@repkit/core/analysis';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { AuditedCrawler, type JudgedRange } from './audited-crawler.js';
import { Fetches, type FetchResult, fetchResult, siteResult } from './fetches.js';
import type { Identities, IdentityState } from './identity.js';
import { type AccusedState, type AuditReport, type Finding, sortReport } from './report.js';
import { checkedHost, chosenCrawlers, isInPeriod, ROBOTS_TXT, type SiftedBlock, type SiftOptions } from './sift.js';
import { type History, secondOf, type VersionRange, Versions } from './versions.js';

export interface AuditOptions extends Omit<SiftOptions, 'fields'> {
  /** Longest time from a request to its line in the log, in seconds (default: 0). */
  readonly logDelay?: number | undefined;
  /** Statuses with which the site refused a request. */
  readonly ignoredStatuses?: ReadonlySet<number> | undefined;
  /** Returns an address as findings show it (default: unchanged). */
  readonly addressAs?: ((address: string) => string) | undefined;
  /** Receives each violation. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
}

const DAY_MS = 86_400_000;
/** RFC 9309 2.3.1.4: a file that is unreachable for this long may be treated as missing. In seconds. */
const MAX_UNREACHABLE = 30 * 86_400;
/** Lines of standard input may be late by this much. */
const MAX_DISORDER_MS = 600_000;

/** A request with the crawler to judge that it names, if any, and whether the client is that crawler. */
interface Identified {
  readonly request: LogRequest;
  readonly audited: AuditedCrawler | undefined;
  state: IdentityState;
}

/**
 * Judges requests one at a time. Memory grows with crawlers, rules, days and versions, and with the seconds in which robots.txt
 * was fetched by a crawler, or by one of a bounded number of addresses.
 */
export class Auditor {
  readonly #options: AuditOptions;
  readonly #identities: Identities;
  readonly #history: History;
  readonly #versions: Versions;
  readonly #fetches = new Fetches();
  readonly #audited = new Map<string, AuditedCrawler>();
  readonly #byHeader = new RequestCrawlers((crawler) => this.#auditedOf(crawler));
  readonly #chosen: ReturnType<typeof chosenCrawlers>;
  readonly #others = { clients: 0, withoutUserAgent: 0, otherHosts: 0, outsidePeriod: 0 };
  #host: string | undefined;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;
  /** The time of the latest request in a stream. */
  #latest = Number.NEGATIVE_INFINITY;
  #disorderedAt: number | undefined;

  constructor(history: History, identities: Identities, options: AuditOptions = {}) {
    this.#history = history;
    this.#identities = identities;
    this.#options = { ...options, site: options.site ?? history.site };
    this.#versions = new Versions(history);
    this.#host = this.#options.site;
    this.#chosen = chosenCrawlers(options);
  }

  /** The options of `sifter`, as plain data. */
  get siftOptions(): SiftOptions {
    const { site, crawlers, since, until } = this.#options;
    return { site, crawlers, since, until };
  }

  /** Stores the results of requests for robots.txt, before requests are judged. Ignores other requests. */
  async collect(requests: readonly LogRequest[]): Promise<void> {
    const fetches = requests.filter((request) => this.#isFetch(request));
    for (const fetch of await this.#identified(fetches)) this.#addFetch(fetch);
  }

  /**
   * Adds a block of the log, and judges its requests once the identities of their clients are known, in the order of the log.
   * Rejects with an InputError if the log does not say which requests belong to the site.
   *
   * @param isStream whether the log is read once: requests for robots.txt must precede those that they concern
   */
  async add(block: SiftedBlock, isStream: boolean): Promise<void> {
    const { others, host, from, to, requests } = block;
    if (host !== undefined) this.#host = checkedHost(this.#host, host);
    this.#others.clients += others.clients;
    this.#others.withoutUserAgent += others.withoutUserAgent;
    this.#others.otherHosts += others.otherHosts;
    this.#others.outsidePeriod += others.outsidePeriod;
    this.#from = Math.min(this.#from, from);
    this.#to = Math.max(this.#to, to);
    for (const identified of await this.#identified(requests)) {
      const { request, audited, state } = identified;
      const { time } = request;
      if (isStream && time < this.#latest - MAX_DISORDER_MS) this.#disorderedAt ??= time;
      this.#latest = Math.max(this.#latest, time);
      if (audited !== undefined && isInPeriod(time, this.#options)) {
        this.#judge(audited, request, state);
      }
      // Known, unless the log is a stream or was continued after the fetches were collected.
      if (this.#isFetch(request)) this.#addFetch(identified);
    }
  }

  report(lines: AuditReport['lines']): AuditReport {
    const { source } = this.#history;
    const isEmpty = this.#from > this.#to;
    const { first, last } = isEmpty
      ? { first: 0, last: -1 }
      : this.#versions.between(secondOf(this.#from) - DAY_MS / 1000, secondOf(this.#to));
    const report: AuditReport = {
      version: 1,
      source,
      site: this.#host,
      files: this.#versions.all.slice(first, last + 1).map(({ name, from }) => ({
        name,
        from: Number.isFinite(from) ? isoText(from) : undefined,
      })),
      span: isEmpty ? undefined : { from: isoText(this.#from), to: isoText(this.#to) },
      lines,
      others: { ...this.#others },
      crawlers: [...this.#audited.values()]
        .filter(({ report: { requests, impostors } }) => requests + impostors > 0)
        .map((audited) => audited.result()),
      notes: this.#notes(),
      isComplete: true,
    };
    sortReport(report);
    return report;
  }

  #notes(): string[] {
    const notes = [...(this.#history.incomplete ?? [])];
    if (this.#history.source === 'file') {
      const name = this.#history.versions[0]?.name ?? '';
      notes.push(`Every finding was judged by one version, "${name}". Earlier versions are unknown.`);
    }
    if (this.#disorderedAt !== undefined) {
      notes.push(
        `The log is not in the order of time from ${isoText(this.#disorderedAt)} on, so fetches of robots.txt that delivered it ` +
          'were not used after that. Give files instead of standard input.',
      );
    }
    const { until = Number.POSITIVE_INFINITY } = this.#history;
    if (this.#to > until) {
      notes.push(
        `The history ends at ${isoText(until)}, and whether its last version was still in force later is unknown. Run ` +
          'repkit watch before the audit.',
      );
    }
    if (this.#fetches.isIncomplete) {
      notes.push(
        'More than 100,000 addresses fetched robots.txt, so the fetches of further ones were not used. If these received errors, ' +
          'violations from addresses without fetches are unknown.',
      );
    }
    return notes;
  }

  #judge(audited: AuditedCrawler, request: LogRequest, state: IdentityState): void {
    const { report, crawler } = audited;
    const { time, status, target } = request;
    if (state === 'not-verified') {
      report.impostors++;
      return;
    }
    report.requests++;
    const day = audited.dayOf(time);
    day.requests++;
    if (ROBOTS_TXT.test(target)) {
      report.allowed++;
      report.robotsTxtFetches[status] = (report.robotsTxtFetches[status] ?? 0) + 1;
      const isFetch = request.method === 'GET' && (status === 200 || status === 304);
      if (isFetch && isoText(time) >= (report.lastFetch?.time ?? '')) {
        report.lastFetch = { time: isoText(time), file: this.#fileAt(secondOf(time)) };
      }
      return;
    }
    if (!isGoverned(crawler)) {
      report.notGoverned++;
      return;
    }
    const range = this.#rangeFor(audited, request, state);
    audited.countDelay(secondOf(time), range);
    if (range === undefined) {
      report.allowed++;
      return;
    }
    const judged = audited.judge(target, range);
    if (judged !== 'violation') {
      report[judged]++;
      return;
    }
    const isRefused = this.#options.ignoredStatuses?.has(status) ?? false;
    const finding = this.#findingOf(audited, request, state, range, isRefused);
    this.#options.onFinding?.(finding);
    if (isRefused) {
      report.refused++;
      return;
    }
    day.violations++;
    report.violations++;
    report.violationsBy[state]++;
    audited.countViolation(finding);
  }

  /** Returns the name of the version that a request received; undefined if it may have been another one. */
  #fileAt(second: number): string | undefined {
    const made = second - (this.#options.logDelay ?? 0);
    const { first, last, isIncomplete } = this.#versions.between(made, second);
    return first === last && !isIncomplete ? this.#versions.all[last]?.name : undefined;
  }

  /** Returns the rule of the latest version that is a file. */
  #brokenRule(audited: AuditedCrawler, target: string, { first, last }: VersionRange) {
    const { all } = this.#versions;
    let index = last;
    while (index > first && typeof all[index]?.robotsTxt === 'string') index--;
    const rule = audited.rulesOf(index).decider.decide(target).verdict?.rule;
    return {
      rule: rule === undefined ? '' : `Disallow: ${rule.pattern}`,
      line: rule?.line ?? 0,
      file: all[index]?.name ?? '',
    };
  }

  /** Returns the versions that the crawler could have read; undefined if it received none, so that everything is allowed. */
  #rangeFor({ name, copyLife }: AuditedCrawler, { address, time }: LogRequest, state: AccusedState): JudgedRange | undefined {
    const second = secondOf(time);
    const made = second - (this.#options.logDelay ?? 0);
    const known = this.#fetches.known({ name, address, state }, made, second);
    const { fetchedAt, latest, absentAt } = known;
    if (latest === 'unavailable') return undefined;
    const isUnreachable = latest === 'unreachable';
    const start = Math.max(made - copyLife, fetchedAt);
    // RFC 9309 2.4: a copy may be used for longer while the file is unreachable.
    const range = this.#versions.between(isUnreachable ? fetchedAt : start, second);
    const isExpired = isUnreachable && second - fetchedAt > MAX_UNREACHABLE;
    return {
      first: range.first,
      last: range.last,
      isIncomplete: range.isIncomplete || isExpired || known.isIncomplete,
      isUnreachable,
      isAbsent: absentAt >= start,
    };
  }

  #findingOf(
    audited: AuditedCrawler,
    { time, address, target, status }: LogRequest,
    verification: AccusedState,
    range: VersionRange,
    isRefused: boolean,
  ): Finding {
    const { addressAs = (text) => text } = this.#options;
    const { rule, line, file } = this.#brokenRule(audited, target, range);
    // As in the log.
    const path = /^\/\.\/[/\\\p{Cc}]/u.test(target) ? target.slice(2) : target;
    return {
      class: isRefused ? 'refused' : 'violation',
      time: isoText(time),
      address: detached(addressAs(address)),
      crawler: audited.name,
      verification,
      url: detached(this.#host === undefined ? path : `https://${this.#host}${path}`),
      status,
      rule,
      line,
      file,
      versions: range.last - range.first + 1,
    };
  }

  /** Returns the requests in the same order. The identities of all are pending at the same time. */
  async #identified(requests: readonly LogRequest[]): Promise<Identified[]> {
    const pending: Promise<void>[] = [];
    const identified = requests.map((request): Identified => {
      const { userAgent, address } = request;
      const audited = userAgent === undefined ? undefined : this.#byHeader.of(userAgent);
      // Nothing documents how to verify an unknown crawler.
      const entry: Identified = { request, audited, state: 'unverifiable' };
      if (audited?.profile === undefined) return entry;
      const state = this.#identities.stateOf(audited.profile, detached(address));
      if (typeof state === 'string') entry.state = state;
      else {
        pending.push(
          state.then((known) => {
            entry.state = known;
          }),
        );
      }
      return entry;
    });
    await Promise.all(pending);
    return identified;
  }

  #isFetch({ host, method, target }: LogRequest): boolean {
    const { site } = this.#options;
    const isOfSite = site === undefined || host === undefined || host === site;
    return method === 'GET' && isOfSite && ROBOTS_TXT.test(target);
  }

  /** In a stream in disorder, ignores fetches that delivered the file, after which the crawler could have read fewer versions. */
  #addFetch({ request, audited, state }: Identified): void {
    const { address, time, status } = request;
    const second = secondOf(time);
    const isUsed = (result: FetchResult | undefined): result is FetchResult =>
      result !== undefined && !(result === 'file' && this.#disorderedAt !== undefined);
    const forAll = siteResult(status);
    if (isUsed(forAll)) this.#fetches.addForSite(second, forAll);
    if (audited === undefined || state === 'not-verified') return;
    const result = fetchResult(status, policyFor(audited.crawler));
    const client = { name: audited.name, address: detached(address), state };
    if (isUsed(result)) this.#fetches.add(client, second, result);
  }

  #auditedOf(crawler: CrawlerProfile | string | undefined): AuditedCrawler | undefined {
    const chosen = this.#chosen(crawler);
    if (crawler === undefined || chosen === undefined) return undefined;
    const key = crawlerName(crawler).toLowerCase();
    const audited = this.#audited.get(key) ?? new AuditedCrawler(this.#versions, chosen, crawler);
    this.#audited.set(key, audited);
    return audited;
  }
}

function isoText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns a copy of a text. A slice of a line keeps its whole block in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
