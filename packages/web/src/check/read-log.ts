/** Reads the requests of an access log. Not part of traffic.ts, so that the first answer does not load the readers. */
import { logReader, RequestCrawlers } from '@repkit/core/analysis';
import { LogHostFilter, type LogHosts } from '../worker/log-hosts.js';
import type { Traffic } from '../worker/requests.js';

/** Product tokens that are counted separately, besides those of known crawlers. A hostile log can name millions. */
const MAX_TOKENS = 1000;

export interface ReadLog {
  readonly traffic: Traffic;
  /** The number of lines that cannot be read. */
  readonly unreadable: number;
  /** Whether the log ends within a line. */
  readonly isCut: boolean;
  readonly hosts: LogHosts;
}

/**
 * Returns the requests of an access log; undefined for other files.
 *
 * @param source where the robots.txt was fetched from: requests for other hosts are not counted
 */
export function readLog(text: string, source?: string): ReadLog | undefined {
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
  const hosts = new LogHostFilter(source);
  let unreadable = 0;
  let isCut = false;
  for (const [index, line] of lines.entries()) {
    // The last line has no end, and is empty if the one before is the last of the log.
    const isOpen = index === lines.length - 1;
    const request = read(line, isOpen);
    if (request === undefined) {
      unreadable++;
      isCut = isOpen;
    }
    if (typeof request !== 'object' || !hosts.accepts(request.host)) continue;
    const { target, userAgent = '' } = request;
    const token = tokens.of(userAgent);
    const requests = traffic.get(target) ?? new Map<string, number>();
    traffic.set(target, requests.set(token, (requests.get(token) ?? 0) + 1));
  }
  return { traffic, unreadable, isCut, hosts: hosts.hosts };
}
