/** Reads the requests of an access log. Not part of traffic.ts, so that the first answer does not load the readers. */
import { logReader, RequestCrawlers } from '@repkit/core/analysis';
import type { Traffic } from '../worker/requests.js';

/** Product tokens that are counted separately, besides those of known crawlers. A hostile log can name millions. */
const MAX_TOKENS = 1000;

export interface ReadLog {
  readonly traffic: Traffic;
  /** The number of lines that cannot be read. */
  readonly unreadable: number;
}

/** Returns the requests of an access log; undefined for other files. */
export function readLog(text: string): ReadLog | undefined {
  const lines = text.split('\n');
  const read = logReader(lines.slice(0, 20));
  if (read === undefined) return undefined;
  const traffic = new Map<string, Map<string, number>>();
  const unknown = new Set<string>();
  const tokens = new RequestCrawlers((crawler) => {
    if (typeof crawler !== 'string') return crawler?.name.toLowerCase() ?? '';
    const token = crawler.toLowerCase();
    if (unknown.size < MAX_TOKENS) unknown.add(token);
    return unknown.has(token) ? token : '';
  });
  let unreadable = 0;
  for (const [index, line] of lines.entries()) {
    // The last line has no end, and is empty if the one before is the last of the log.
    const request = read(line, index === lines.length - 1);
    if (request === undefined) unreadable++;
    if (typeof request !== 'object') continue;
    const { target, userAgent = '' } = request;
    const token = tokens.of(userAgent);
    const requests = traffic.get(target) ?? new Map<string, number>();
    traffic.set(target, requests.set(token, (requests.get(token) ?? 0) + 1));
  }
  return { traffic, unreadable };
}
