import { originOf, policies } from '@repkit/client';
import { decider } from '@repkit/core';
import type { Clients } from '../clients.js';
import { abortInSlice, type ClientWork, isPauseDue, pause } from '../http/pause.js';
import { problemAt } from '../http/problem.js';
import type { Work } from '../http/request-work.js';
import { CONCURRENT_CHECKS } from '../options.js';
import type { CheckOptions, CheckRequest, CheckResult } from '../schema/check.js';
import type { AnalysisPool } from './analysis-pool.js';
import { type Crawler, crawlersOf } from './crawlers.js';
import {
  addResults,
  type CheckLocation,
  EXPLANATION,
  givenFor,
  type InlineCheck,
  type InlineFile,
  InlineFiles,
  locationOf,
  needsThread,
  responseTooLarge,
  resultOf,
  validateCheck,
} from './inline-check.js';
import { JsonList } from './json.js';

type CheckWork = Work & ClientWork;

/** What a live check needs of its request. */
export interface LiveWork extends ClientWork {
  /** Follows `signal` when a slice is free. */
  readonly fetches: AbortSignal;
}

/** Checks URLs for one request, against a robots.txt in the request or against live sites. */
export class Checker {
  readonly #clients: Clients;
  /** For checks that would block the event loop. */
  readonly analyses: AnalysisPool;
  /** Checks against the robots.txt of the request. */
  readonly files = new InlineFiles();

  constructor(clients: Clients, analyses: AnalysisPool) {
    this.#clients = clients;
    this.analyses = analyses;
  }

  /** Returns the file that the request contains, or undefined if the check is live. */
  inlineFile(options: CheckOptions): InlineFile | undefined {
    const { robotsTxt, explain = false } = options;
    return robotsTxt === undefined ? undefined : { robotsTxt, explain, ...this.#givenIn(options) };
  }

  /** Throws a Problem if the URL or the product token is not valid for a live check. */
  validate(url: string, crawler: Crawler, options: CheckOptions, location: CheckLocation): void {
    const hasOrigin = originOf(url) !== undefined;
    const given = givenFor(crawler, this.#givenIn(options));
    validateCheck(hasOrigin ? url : '/', crawler, given, location);
    if (hasOrigin) return;
    const detail = `${JSON.stringify(url)} has no robots.txt. Use an absolute http:, https: or ftp: URL.`;
    throw problemAt('invalid-check', location.url, detail);
  }

  /**
   * Checks a validated URL live, which may wait for other checks of the client. Network failures are results. Rejects with
   * the reason of the signals.
   */
  live(url: string, crawler: Crawler, options: CheckOptions, work: LiveWork): Promise<CheckResult> {
    const { client, fetches } = work;
    // The slot is held until the decision, so that a client has few checks in the queue for the event loop.
    return this.#clients.slots.run({ client, signal: fetches }, () =>
      this.#live(url, crawler, options, work),
    );
  }

  async #live(
    url: string,
    crawler: Crawler,
    options: CheckOptions,
    work: LiveWork,
  ): Promise<CheckResult> {
    const { policy, explain = false } = options;
    const found = await this.#clients.access(url, crawler, policy, work.fetches);
    // Directly before the decision: all checks that waited for a robots.txt, or found it cached, continue in the same turn.
    if (isPauseDue()) await pause(work);
    const forCrawler = decider(found.access, crawler, givenFor(crawler, this.#givenIn(options)));
    // The first decider of a file reads its groups.
    if (isPauseDue()) await pause(work);
    const decision = forCrawler.decide(url, explain ? EXPLANATION : {});
    this.#clients.report(found.provenance, decision.outcome);
    return resultOf(url, decision, explain, found);
  }

  /** Returns what a request states, and the policy of the service for crawlers that document none. */
  #givenIn({ dialect, policy }: CheckOptions): Pick<InlineFile, 'given' | 'otherwise'> {
    return {
      given: { dialect, policy: policy && policies[policy] },
      otherwise: { policy: policies[this.#clients.policy] },
    };
  }
}

/**
 * Checks each URL for each crawler, in order. Returns the results as JSON, separated by commas. Throws or rejects with
 * a Problem if a check is invalid or the response too large, and with the signal's reason.
 */
export function checkMany(
  request: CheckRequest,
  checker: Checker,
  responseBytes: number,
  work: CheckWork,
): string | Promise<string> {
  const crawlers = crawlersOf(request);
  const file = checker.inlineFile(request);
  if (file === undefined) return checkLive(request, crawlers, checker, responseBytes, work);
  const { urls } = request;
  const check = { ...file, urls, crawlers, responseBytes };
  if (needsThread(file, urls, crawlers.length)) return checker.analyses.run('check', check, work);
  return checkInline(check, work);
}

/** Returns a promise only if a pause is due, because promises lower the throughput measurably. */
function checkInline(check: InlineCheck, work: CheckWork): string | Promise<string> {
  const list = new JsonList(check.responseBytes, (bytes) => work.hold(bytes));
  const steps = addResults(check, list);
  const addRest = async (): Promise<string> => {
    while (!steps.next().done) if (isPauseDue()) await pause(work);
    return list.text;
  };
  while (!steps.next().done) {
    if (isPauseDue()) return pause(work).then(addRest);
  }
  return list.text;
}

/** Validates all checks before fetching from the first site. */
async function checkLive(
  request: CheckRequest,
  crawlers: readonly Crawler[],
  checker: Checker,
  responseBytes: number,
  work: CheckWork,
): Promise<string> {
  const { signal } = work;
  const { urls } = request;
  for (const [index, url] of urls.entries()) {
    checker.validate(url, crawlers[0] ?? '', request, locationOf(index, 0));
    if (isPauseDue()) await pause(work);
  }
  for (const [index, crawler] of crawlers.entries()) {
    checker.validate(urls[0] ?? '', crawler, request, locationOf(0, index));
  }
  const count = urls.length * crawlers.length;
  const live = { client: work.client, signal, fetches: abortInSlice(work) };
  const results = new JsonList(responseBytes, (bytes) => work.hold(bytes));
  let next = 0;
  const addRest = async () => {
    while (next < count) {
      const at = next++;
      const url = urls[Math.floor(at / crawlers.length)] ?? '';
      const crawler = crawlers[at % crawlers.length] ?? '';
      const result = await checker.live(url, crawler, request, live);
      if (results.set(at, result)) {
        if (isPauseDue()) await pause(work);
      } else {
        // Stops the other workers too.
        next = count;
        throw responseTooLarge(responseBytes);
      }
    }
  };
  const workers = Math.min(CONCURRENT_CHECKS, count);
  await Promise.all(Array.from({ length: workers }, addRest));
  return results.text;
}
