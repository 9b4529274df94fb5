/** What crawlers received when they requested robots.txt, as a log shows it. */
import type { Policy } from '@repkit/client';
import { firstAccess, policyFor } from '@repkit/client/access';
import type { IdentityState } from './identity.js';
import { countBefore } from './versions.js';

/** Bounds memory. A client can claim the name of any crawler from any number of addresses. */
const MAX_ADDRESSES = 100_000;
const DAY_SECONDS = 86_400;
/** Results of one client before those that make no difference are dropped. */
const MIN_LIMIT = 65_536;

/** In the order in which they excuse a crawler, if a second has several. */
const RESULTS = ['file', 'unreachable', 'unavailable'] as const;

export type FetchResult = (typeof RESULTS)[number];

/** What a crawler knew about robots.txt at some time. */
export interface KnownFile {
  /** The second of its last successful fetch, or of an earlier one after which the same versions count; -Infinity if the log has none. */
  readonly fetchedAt: number;
  /** The result of its last fetch, unless that has expired. */
  readonly latest: FetchResult | undefined;
  /** The second in which any client last received that there is no file; -Infinity if the log has none. */
  readonly absentAt: number;
}

/**
 * With this status, nginx logs that the client closed the connection:
 * https://learn.microsoft.com/dotnet/api/microsoft.aspnetcore.http.statuscodes.status499clientclosedrequest (checked 2026-11-29)
 */
const CLIENT_CLOSED = 499;

const NO_CONTENT = 204;

/** Other errors of 4xx may be about one client. */
const ABSENT: ReadonlySet<number> = new Set([NO_CONTENT, 404, 410]);

/**
 * Returns what a response to `GET /robots.txt` makes of the file; undefined for a redirect, whose target may be on another host.
 * Only 200 and 304 deliver the file; 204 is an empty one.
 */
export function fetchResult(status: number, policy: Policy): FetchResult | undefined {
  if (status === 200 || status === 304) return 'file';
  if (status === 0) return 'unreachable';
  if (status === NO_CONTENT) return 'unavailable';
  if (status < 400 || status === CLIENT_CLOSED) return undefined;
  const access = firstAccess({ kind: 'http', status }, policy);
  return access === 'unreachable' ? 'unreachable' : 'unavailable';
}

/** Returns what a response to any client says about the site. */
export function siteResult(status: number): FetchResult | undefined {
  const isAboutClient = status >= 400 && status < 500 && !ABSENT.has(status);
  return isAboutClient ? undefined : fetchResult(status, policyFor('*'));
}

/** The results of one client in the order of time, each a number: four times its second, plus the index of its result. */
class FetchTimes {
  #events: number[] = [];
  /** The events with a file, and those without one. */
  #files: number[] = [];
  #absences: number[] = [];
  #limit = MIN_LIMIT;
  readonly #segmentOf: (second: number) => number;

  constructor(segmentOf: (second: number) => number) {
    this.#segmentOf = segmentOf;
  }

  add(second: number, result: FetchResult): void {
    const event = 4 * second + RESULTS.indexOf(result);
    // Most sites without a file send many equal results in a second.
    if (!insert(this.#events, event)) return;
    if (result === 'file') insert(this.#files, event);
    if (result === 'unavailable') insert(this.#absences, event);
    if (this.#events.length > this.#limit) this.#compact();
  }

  /**
   * Returns the last event before a second, and the second of the last successful fetch. The order within a second is unknown:
   * of that second, only what excuses the crawler counts.
   */
  before(second: number): { readonly latest: number; readonly fetchedAt: number } {
    const start = 4 * second;
    const latest = lastBefore(this.#events, start + 4);
    return {
      latest: latest === start ? lastBefore(this.#events, start) : latest,
      fetchedAt: secondIn(lastBefore(this.#files, start)),
    };
  }

  /** Returns the last second until the given one in which there was no file. */
  absentAt(second: number): number {
    return secondIn(lastBefore(this.#absences, 4 * second + 4));
  }

  /**
   * Drops fetches that make no difference to a later request. An error that is added later between two of them then seems more
   * recent than it is, which can only excuse the crawler.
   */
  #compact(): void {
    const events: number[] = [];
    for (const event of this.#events) {
      const previous = events.at(-1);
      const isSame =
        previous !== undefined &&
        resultOf(previous) === 'file' &&
        resultOf(event) === 'file' &&
        this.#segmentOf(secondIn(previous)) === this.#segmentOf(secondIn(event));
      if (!isSame) events.push(event);
    }
    this.#events = events;
    this.#files = events.filter((event) => resultOf(event) === 'file');
    this.#limit = Math.max(MIN_LIMIT, 2 * events.length);
  }
}

const NEVER = Number.NEGATIVE_INFINITY;

/** Returns whether the event is new. */
function insert(events: number[], event: number): boolean {
  const at = countBefore(events, event);
  if (events[at] === event) return false;
  events.splice(at, 0, event);
  return true;
}

function lastBefore(events: readonly number[], limit: number): number {
  return events[countBefore(events, limit) - 1] ?? NEVER;
}

/** -Infinity for no event. */
function secondIn(event: number): number {
  return Math.floor(event / 4);
}

function resultOf(event: number): FetchResult {
  return RESULTS[event % 4] ?? 'file';
}

/** All requests for robots.txt. */
export class Fetches {
  readonly #segmentOf: (second: number) => number;
  readonly #byCrawler = new Map<string, FetchTimes>();
  readonly #byAddress = new Map<string, Map<string, FetchTimes>>();
  #addresses = 0;
  readonly #site = new FetchTimes(() => 0);
  #isIncomplete = false;

  /** @param segmentOf returns a number that is the same for fetches after which the same versions count */
  constructor(segmentOf: (second: number) => number) {
    this.#segmentOf = segmentOf;
  }

  /** Whether fetches of some addresses were not stored. Requests of these are judged by more versions. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Adds a result that any client received. */
  addForSite(second: number, result: FetchResult): void {
    this.#site.add(second, result);
  }

  /** Adds a result: for the whole crawler if the address is verified, otherwise for this address only. */
  add(name: string, address: string, state: IdentityState, second: number, result: FetchResult) {
    const isVerified = state === 'verified';
    const clients = isVerified ? this.#byCrawler : (this.#byAddress.get(name) ?? new Map());
    if (!isVerified) this.#byAddress.set(name, clients);
    const key = isVerified ? name : address;
    let times = clients.get(key);
    if (times === undefined) {
      if (!isVerified && ++this.#addresses > MAX_ADDRESSES) {
        this.#isIncomplete = true;
        return;
      }
      times = new FetchTimes(this.#segmentOf);
      clients.set(key, times);
    }
    times.add(second, result);
  }

  /** Returns what the crawler at an address knew in a second. */
  knownBefore(name: string, address: string, second: number): KnownFile {
    const verified = this.#byCrawler.get(name)?.before(second);
    const same = this.#byAddress.get(name)?.get(address)?.before(second);
    const event = Math.max(verified?.latest ?? NEVER, same?.latest ?? NEVER);
    const fetchedAt = Math.max(verified?.fetchedAt ?? NEVER, same?.fetchedAt ?? NEVER);
    const latest = event === NEVER ? undefined : resultOf(event);
    const absentAt = this.#site.absentAt(second);
    if (latest === 'unavailable') {
      // RFC 9309 2.4: nothing is cached for more than 24 hours, unless the file is unreachable.
      const isExpired = second - secondIn(event) > DAY_SECONDS;
      if (!isExpired) return { fetchedAt, latest, absentAt };
    }
    const site = this.#site.before(second).latest;
    const isDown = site !== NEVER && resultOf(site) === 'unreachable';
    const own = latest === 'unavailable' ? undefined : latest;
    return { fetchedAt, latest: isDown ? 'unreachable' : own, absentAt };
  }
}
