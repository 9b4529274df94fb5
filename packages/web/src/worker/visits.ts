/** Counts the requests of access logs by crawler and by the rule that blocks them. Loaded with the first use of Visits. */
import { type Decider, decider, type Rule } from '@repkit/core';
import { type LogReader, logReader, RequestCrawlers } from '@repkit/core/analysis';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { LogHostFilter } from './log-hosts.js';
import { lineBlocks } from './log-lines.js';
import type { CrawlerVisits, Visits, VisitsRequest } from './requests.js';
import { accessOf } from './site.js';

/** Lines that decide about the format. */
const HEAD_LINES = 100;
/** Between two reports of the progress. */
const PROGRESS_MS = 100;

interface Tally {
  readonly crawler: string;
  readonly site: Decider;
  readonly rules: Map<number, { readonly rule: Rule; requests: number }>;
  requests: number;
  blocked: number;
}

/**
 * O(lines × rules); memory is bounded by crawlers and rules.
 *
 * @param onProgress receives the share of the logs that has been read, from 0 to 1
 */
export async function countVisits(request: VisitsRequest, onProgress: (share: number) => void): Promise<Visits> {
  const { logs } = request;
  const size = logs.reduce((sum, log) => sum + log.size, 0);
  const counter = new VisitCounter(request);
  const incomplete: string[] = [];
  let bytes = 0;
  let answered = performance.now();
  for (const log of logs) {
    let read: LogReader | undefined;
    let isIncomplete = false;
    try {
      const blocks = lineBlocks(log, (count) => {
        bytes += count;
      });
      for await (const { lines, isOpen } of blocks) {
        read ??= logReader(lines.slice(0, HEAD_LINES));
        if (read === undefined && lines.some((line) => line.trim() !== '')) {
          return { kind: 'no-log', log: log.name };
        }
        let isRead = true;
        for (const line of lines) isRead = counter.add(read?.(line, isOpen));
        isIncomplete = isOpen && !isRead;
        if (performance.now() - answered < PROGRESS_MS) continue;
        answered = performance.now();
        onProgress(bytes / size);
      }
    } catch (error) {
      if (error instanceof DOMException || read === undefined) {
        return { kind: 'not-readable', log: log.name };
      }
      isIncomplete = true;
    }
    if (isIncomplete) incomplete.push(log.name);
  }
  return { kind: 'counted', ...counter.result(), incomplete };
}

class VisitCounter {
  readonly #site: VisitsRequest;
  readonly #tallies = new Map<string, Tally>();
  readonly #crawlers = new RequestCrawlers((crawler) => this.#tallyOf(crawler));
  readonly #hosts: LogHostFilter;
  #others = 0;
  #unreadable = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(site: VisitsRequest) {
    this.#site = site;
    this.#hosts = new LogHostFilter(site.source);
  }

  /** Counts a line; returns false if it cannot be read. */
  add(line: ReturnType<LogReader>): boolean {
    if (line === 'no-request') return true;
    if (line === undefined) {
      this.#unreadable++;
      return false;
    }
    if (!this.#hosts.accepts(line.host)) return true;
    this.#first = Math.min(this.#first, line.time);
    this.#last = Math.max(this.#last, line.time);
    const tally = this.#crawlers.of(line.userAgent ?? '');
    if (tally === undefined) this.#others++;
    else this.#judge(tally, line.target);
    return true;
  }

  #judge(tally: Tally, target: string): void {
    const { site, rules } = tally;
    try {
      const outcome = site.outcome(target);
      tally.requests++;
      if (outcome !== 'disallowed' && outcome !== 'unreachable') return;
      tally.blocked++;
      const rule = site.decide(target).verdict?.rule;
      if (rule === undefined) return;
      const counted = rules.get(rule.line) ?? { rule, requests: 0 };
      rules.set(rule.line, counted);
      counted.requests++;
    } catch {
      // The target is not a URL.
      this.#unreadable++;
    }
  }

  /** Returns undefined for browsers, and for crawlers that neither the registry nor the file names. */
  #tallyOf(crawler: CrawlerProfile | string | undefined): Tally | undefined {
    if (crawler === undefined) return undefined;
    const { robotsTxt, isBlocked, dialect } = this.#site;
    const name = typeof crawler === 'string' ? crawler.toLowerCase() : crawler.name;
    const known = this.#tallies.get(name);
    if (known !== undefined) return known;
    const site = decider(accessOf(robotsTxt, isBlocked), crawler, { dialect });
    const group = site.matcher.group?.productToken ?? '*';
    if (typeof crawler === 'string' && group === '*') return undefined;
    const tally = { crawler: name, site, rules: new Map(), requests: 0, blocked: 0 };
    this.#tallies.set(name, tally);
    return tally;
  }

  result() {
    const crawlers = [...this.#tallies.values()]
      .map(
        ({ crawler, site, rules, requests, blocked }): CrawlerVisits => ({
          crawler,
          isGoverned: site.governed,
          requests,
          blocked,
          rules: [...rules.values()].sort((a, b) => b.requests - a.requests),
        }),
      )
      .sort((a, b) => b.blocked - a.blocked || b.requests - a.requests);
    const [first, last] = [this.#first, this.#last];
    return {
      crawlers,
      others: this.#others,
      unreadable: this.#unreadable,
      hosts: this.#hosts.hosts,
      period: first <= last ? { first, last } : undefined,
    };
  }
}
