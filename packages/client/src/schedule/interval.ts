/** How long to wait between two requests to an origin, from what its robots.txt says. Pure. */
import type { RobotsTxt } from '@repkit/core';
import { HOUR, MINUTE, SECOND } from '../limits.js';

export interface Interval {
  /** Milliseconds; 0 where nothing is said. */
  readonly ms: number;
  readonly from: 'crawl-delay' | 'request-rate' | 'none';
}

const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR };

/** `1/5` (a document in five seconds), `30/1m`; a time of day may follow, and is not read. */
const RATE = /^(\d{1,9})\s*\/\s*(\d{1,9})\s*([smh])?(?:\s|$)/i;

/**
 * The longer of what `crawl-delay` and `request-rate` of the group of a product token ask for, at most `longestMs`: a
 * file cannot stop a crawler for ever. Both are no part of RFC 9309 ("other records", 2.2.4).
 */
export function requestInterval(
  robotsTxt: RobotsTxt,
  productToken: string,
  longestMs: number,
): Interval {
  const delayMs = (robotsTxt.crawlDelay(productToken) ?? 0) * SECOND;
  const rateMs = Math.max(0, ...requestRates(robotsTxt, productToken));
  if (delayMs === 0 && rateMs === 0) return { ms: 0, from: 'none' };
  return delayMs >= rateMs
    ? { ms: Math.min(delayMs, longestMs), from: 'crawl-delay' }
    : { ms: Math.min(rateMs, longestMs), from: 'request-rate' };
}

function requestRates(robotsTxt: RobotsTxt, productToken: string): number[] {
  const lines = robotsTxt.matcher(productToken).group?.userAgentLines ?? [];
  return robotsTxt.groups
    .filter(({ userAgentRecords }) => userAgentRecords.some(({ line }) => lines.includes(line)))
    .flatMap(({ otherRecords }) => otherRecords)
    .filter(({ field }) => field === 'request-rate')
    .map(({ value }) => rateMs(value));
}

/** Milliseconds for each document; 0 where the value is no rate. */
function rateMs(value: string): number {
  const [, documents = '0', amount = '0', unit = 's'] = RATE.exec(value) ?? [];
  if (Number(documents) === 0) return 0;
  return Math.round((Number(amount) * UNIT_MS[unit.toLowerCase()]) / Number(documents));
}
