/** Checks against a robots.txt that the request contains. */
import { decider, robotsFile } from '@repkit/core';
import { EVENT_LOOP_CHECKS, EVENT_LOOP_WORK, EVENT_LOOP_WORK_PER_CRAWLER } from '../options.js';
import type { CheckResult } from '../schema/check.js';
import { crawlDelayOf, EXPLANATION, overridesFor, ResponseSize, resultOf, type Statements } from './check-result.js';
import { type Crawler, problemIfInvalid } from './crawlers.js';

export interface FileCheck extends Statements {
  readonly robotsTxt: string;
  readonly urls: readonly string[];
  readonly crawlers: readonly Crawler[];
  readonly explain: boolean;
  /** Maximum size of the response. */
  readonly responseBytes: number;
}

/** Returns whether a check would block the event loop for too long. */
export function needsThread({ robotsTxt, urls, crawlers }: FileCheck): boolean {
  const characters = urls.reduce((sum, url) => sum + url.length, 0);
  const work = robotsTxt.length * (characters + EVENT_LOOP_WORK_PER_CRAWLER) * crawlers.length;
  return urls.length * crawlers.length > EVENT_LOOP_CHECKS || work > EVENT_LOOP_WORK;
}

/**
 * Returns the response as JSON. Made in a thread: to copy and serialize 6.5 MB of results would block the event loop for 0.3 s.
 */
export function checkFileToJson(check: FileCheck): string {
  return JSON.stringify({ verdicts: checkFile(check) });
}

/** Returns the results for each URL in order, one per crawler. Throws a Problem if a URL or crawler is invalid. */
export function checkFile(check: FileCheck): CheckResult[] {
  const { robotsTxt, urls, crawlers, explain, responseBytes } = check;
  const access = { kind: 'file', file: robotsFile(robotsTxt) } as const;
  const deciders = crawlers.map((crawler, index) =>
    problemIfInvalid(['productTokens', index], () => {
      const forCrawler = decider(access, crawler, overridesFor(crawler, check));
      return { forCrawler, crawlDelay: crawlDelayOf(access, forCrawler.dialect, crawler) };
    }),
  );
  const size = new ResponseSize(responseBytes);
  return urls.flatMap((url, index) =>
    deciders.map(({ forCrawler, crawlDelay }) => {
      const decision = problemIfInvalid(['urls', index], () => forCrawler.decide(url, explain ? EXPLANATION : {}));
      const result = resultOf({ url, decision, crawlDelay, explain });
      size.add(result);
      return result;
    }),
  );
}
