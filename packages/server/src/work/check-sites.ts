/** Checks against the robots.txt of each site. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { originOf } from '@repkit/client';
import { assertCrawler, decider } from '@repkit/core';
import type { Clients } from '../clients.js';
import { problemAt } from '../http/problem.js';
import { CONCURRENT_CHECKS } from '../options.js';
import type { CheckRequest, CheckResult } from '../schema/check.js';
import { crawlDelayOf, EXPLANATION, overridesFor, ResponseSize, resultOf, type Statements } from './check-result.js';
import { type Crawler, problemIfInvalid } from './crawlers.js';
import type { Slots } from './slots.js';

export interface SiteCheck extends Statements {
  readonly request: CheckRequest;
  readonly crawlers: readonly Crawler[];
  readonly responseBytes: number;
}

/**
 * Returns the results for each URL in order, one per crawler. Network failures are results. Rejects with a Problem if a
 * URL or crawler is invalid, before the first request, and with the signal's reason.
 */
export async function checkSites(check: SiteCheck, clients: Clients, slots: Slots, signal: AbortSignal): Promise<CheckResult[]> {
  const { request, crawlers, responseBytes } = check;
  validate(check);
  const queries = request.urls.flatMap((url) => crawlers.map((crawler) => ({ url, crawler })));
  const results: CheckResult[] = [];
  const size = new ResponseSize(responseBytes);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const rest = queries.entries();
  const checkRest = async () => {
    for (const [at, { url, crawler }] of rest) {
      const result = await slots.run(ended, () => checkSite(url, crawler, check, clients, ended));
      size.add(result);
      results[at] = result;
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, checkRest));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  if (request.reserve !== true) return results;
  const turns = queries.map(async ({ url, crawler }, at) => {
    const result = results[at] as CheckResult;
    if (result.verdict === 'disallowed') return { ...result, turnAt: null };
    const turn = await clients.schedule(url, crawler, request.policy, signal);
    return { ...result, turnAt: turn.at };
  });
  return await Promise.all(turns);
}

/** Returns the message for a URL without an origin. */
export function noRobotsTxt(url: string): string {
  return `${JSON.stringify(url)} has no robots.txt. Use an absolute http:, https: or ftp: URL.`;
}

/** Throws a Problem if a URL or crawler is invalid. */
function validate(check: SiteCheck): void {
  const { request, crawlers } = check;
  for (const [index, crawler] of crawlers.entries()) {
    const overrides = overridesFor(crawler, check);
    problemIfInvalid(['productTokens', index], () => assertCrawler(crawler, overrides));
  }
  for (const [index, url] of request.urls.entries()) {
    if (originOf(url) !== undefined) continue;
    throw problemAt('invalid-check', ['urls', index], noRobotsTxt(url));
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop in which no other check continues. Checks of cached files would otherwise follow each
 * other without a turn for other requests; Node.js also runs all callbacks of `setImmediate` that are due in the same turn.
 */
function ownTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

async function checkSite(
  url: string,
  crawler: Crawler,
  check: SiteCheck,
  clients: Clients,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { policy, explain = false } = check.request;
  // Before any connection: if many clients disconnect at once, each slot passes through checks that are about to end.
  await ownTurn();
  const { access, provenance } = await clients.access(url, crawler, policy, signal);
  const forCrawler = decider(access, crawler, overridesFor(crawler, check));
  const decision = forCrawler.decide(url, explain ? EXPLANATION : {});
  clients.report(provenance, decision.outcome);
  const crawlDelay = crawlDelayOf(access, forCrawler.dialect, crawler);
  return resultOf({ url, decision, crawlDelay, explain, provenance });
}
