/**
 * The first step of an audit, which threads can do: counts the requests that are not judged, and passes on the others.
 */
import { type Crawler, crawlerName } from '@repkit/core';
import { type LogFields, type LogRequest, RequestCrawlers } from '@repkit/core/analysis';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { InputError } from '../bytes/input-error.js';
import { BlockReader, type LogBlock } from '../logs/read-log.js';
import type { Runner } from '../threads/pool.js';

const LF = Uint8Array.of(0x0a);
const SLASH = 0x2f;
/** Apache and nginx write `-` for a missing header. HAProxy writes an empty field in its own variant of the common format. */
const NO_USER_AGENT: ReadonlySet<string | undefined> = new Set([undefined, '', '-']);
export const ROBOTS_TXT = /^\/robots\.txt(?:\?|$)/;

/** Plain data, of which each thread gets a copy. */
export interface SiftOptions {
  /** The host that the history belongs to (default: the one that the history names). Required for logs without hosts. */
  readonly site?: string | undefined;
  /** The crawlers to judge (default: all known ones). */
  readonly crawlers?: readonly Crawler[] | undefined;
  /** Milliseconds since 1970: requests from `since` on, and before `until`, are judged. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly fields?: LogFields | undefined;
}

/** The requests of a block to judge, and the counts of all others. */
export interface SiftedBlock {
  readonly lines: { readonly read: number; readonly unreadable: number };
  readonly isCut: boolean;
  /** The lines that cannot be read, each with a line feed. */
  readonly unreadable: Uint8Array;
  readonly others: {
    readonly clients: number;
    readonly withoutUserAgent: number;
    readonly otherHosts: number;
    readonly outsidePeriod: number;
  };
  /** The host of all requests, if `site` is not given. */
  readonly host: string | undefined;
  /** Milliseconds since 1970 of the first and the last request to the site; Infinity and -Infinity without one. */
  readonly from: number;
  readonly to: number;
  /** The requests of crawlers to judge, and all requests for robots.txt, in the order of the log. */
  readonly requests: readonly LogRequest[];
}

/** Returns a runner that sifts blocks. Throws an InputError if the log does not say which requests belong to the site. */
export function sifter({ fields, ...options }: SiftOptions): Runner<LogBlock, SiftedBlock> {
  const { site } = options;
  const reader = new BlockReader(fields);
  const chosen = chosenCrawlers(options);
  const isJudged = new RequestCrawlers((crawler) => chosen(crawler) !== undefined);
  const sift = (block: LogBlock): SiftedBlock => {
    const requests: LogRequest[] = [];
    const unreadable: Uint8Array[] = [];
    const others = { clients: 0, withoutUserAgent: 0, otherHosts: 0, outsidePeriod: 0 };
    let host: string | undefined;
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    const { isCut, ...lines } = reader.read(block, {
      request(request) {
        const { time, target, userAgent } = request;
        if (site === undefined) host = checkedHost(host, request.host);
        else if (request.host !== undefined && request.host !== site) {
          others.otherHosts++;
          return;
        }
        const isPath = target.charCodeAt(0) === SLASH;
        const isOfCrawler = isPath && userAgent !== undefined && isJudged.of(userAgent);
        if (!isInPeriod(time, options)) others.outsidePeriod++;
        else {
          if (time < from) from = time;
          if (time > to) to = time;
          if (isOfCrawler) {
            requests.push(request);
            return;
          }
          others.clients++;
          if (NO_USER_AGENT.has(userAgent)) others.withoutUserAgent++;
        }
        if (isPath && ROBOTS_TXT.test(target)) requests.push(request);
      },
      unreadable: (line) => unreadable.push(line, LF),
    });
    return {
      lines,
      isCut,
      unreadable: Buffer.concat(unreadable),
      others,
      host,
      from,
      to,
      requests,
    };
  };
  return { ahead: 1, run: async (block) => sift(block), close: async () => {} };
}

/** Returns the host of the site; throws an InputError if there are several. */
export function checkedHost(known: string | undefined, host: string | undefined): string {
  if (host === undefined) {
    throw new InputError('The log does not contain hosts. Name the host with --site.');
  }
  if (known === undefined || known === host) return host;
  throw new InputError(
    `The log has requests for several hosts, such as "${known}" and "${host}". Name the host of the robots.txt with --site.`,
  );
}

export function isInPeriod(
  time: number,
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: SiftOptions,
): boolean {
  return time >= since && time < until;
}

/** Returns a function that returns the crawler to judge for a claimed one; undefined for others. */
export function chosenCrawlers({ crawlers }: SiftOptions) {
  const byName = crawlers && new Map(crawlers.map((crawler) => [crawlerName(crawler).toLowerCase(), crawler] as const));
  return (claimed: CrawlerProfile | string | undefined): Crawler | undefined => {
    if (claimed === undefined) return undefined;
    if (byName !== undefined) return byName.get(crawlerName(claimed).toLowerCase());
    return typeof claimed !== 'string' && claimed.kind === 'crawler' ? claimed : undefined;
  };
}
