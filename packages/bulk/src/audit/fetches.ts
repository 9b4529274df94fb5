/** What crawlers received when they requested robots.txt, as a log shows it. */
import type { Policy } from '@repkit/client';
import { firstAccess, policyFor } from '@repkit/client/access';
import type { IdentityState } from './identity.js';
import { SecondList } from './second-list.js';

/** Bounds memory. A client can claim the name of any crawler from any number of addresses. */
const MAX_ADDRESSES = 100_000;
const DAY_SECONDS = 86_400;

export type FetchResult = 'file' | 'unreachable' | 'unavailable';

/** What a crawler knew about robots.txt at some time. */
export interface KnownFile {
  /** The second of its last successful fetch; -Infinity if the log has none. */
  readonly fetchedAt: number;
  /** The result of its last fetch, unless that has expired. */
  readonly latest: FetchResult | undefined;
  /** The second in which any client last received that there is no file; -Infinity if the log has none. */
  readonly absentAt: number;
  /** Whether errors that the client received may be missing. */
  readonly isIncomplete: boolean;
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

/** The seconds in which a client received each result. */
type FetchTimes = Readonly<Record<FetchResult, SecondList>>;

function fetchTimes(): FetchTimes {
  return { file: new SecondList(), unreachable: new SecondList(), unavailable: new SecondList() };
}

const NEVER = Number.NEGATIVE_INFINITY;

/** The last second in which some clients received each result; -Infinity if they never did. */
type LastResults = Readonly<Record<FetchResult, number>>;

const NO_RESULTS: LastResults = { file: NEVER, unreachable: NEVER, unavailable: NEVER };

/** The order between two seconds, both inclusive, is unknown: then, only what excuses the crawler counts. */
function resultsBefore(from: number, to: number, times: FetchTimes | undefined): LastResults {
  if (times === undefined) return NO_RESULTS;
  return {
    file: times.file.lastBefore(from),
    unreachable: times.unreachable.lastBefore(to + 1),
    unavailable: times.unavailable.lastBefore(to + 1),
  };
}

function later(a: LastResults, b: LastResults): LastResults {
  return {
    file: Math.max(a.file, b.file),
    unreachable: Math.max(a.unreachable, b.unreachable),
    unavailable: Math.max(a.unavailable, b.unavailable),
  };
}

/** Returns the latest result; if a second has several, the one that excuses the crawler most. */
function latestOf({ file, unreachable, unavailable }: LastResults): FetchResult | undefined {
  const latest = Math.max(file, unreachable, unavailable);
  if (latest === NEVER) return undefined;
  if (unavailable === latest) return 'unavailable';
  return unreachable === latest ? 'unreachable' : 'file';
}

/** A client under the name of a crawler. */
export interface FetchClient {
  readonly name: string;
  readonly address: string;
  readonly state: IdentityState;
}

/** All requests for robots.txt: a number for each second and client in which there were some. */
export class Fetches {
  readonly #byCrawler = new Map<string, FetchTimes>();
  readonly #byAddress = new Map<string, Map<string, FetchTimes>>();
  #addresses = 0;
  readonly #site = fetchTimes();
  #isIncomplete = false;
  /** Whether some of the results that were not stored are errors, which excuse a crawler. */
  #hasLostErrors = false;

  /** Whether results of some addresses were not stored. Requests of these are judged by more versions, or not at all. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Adds a result that any client received. */
  addForSite(second: number, result: FetchResult): void {
    this.#site[result].add(second);
  }

  /** Adds a result: for the whole crawler if the address is verified, otherwise for this address only. */
  add({ name, address, state }: FetchClient, second: number, result: FetchResult): void {
    const isVerified = state === 'verified';
    const clients: Map<string, FetchTimes> = isVerified ? this.#byCrawler : (this.#byAddress.get(name) ?? new Map());
    if (!isVerified) this.#byAddress.set(name, clients);
    const key = isVerified ? name : address;
    let times = clients.get(key);
    if (times === undefined) {
      if (!isVerified && ++this.#addresses > MAX_ADDRESSES) {
        this.#isIncomplete = true;
        if (result !== 'file') this.#hasLostErrors = true;
        return;
      }
      times = fetchTimes();
      clients.set(key, times);
    }
    times[result].add(second);
  }

  /** Returns what the crawler at an address knew when it made a request, which was between two seconds, both inclusive. */
  known({ name, address, state }: FetchClient, from: number, to = from): KnownFile {
    const ofAddress = this.#byAddress.get(name)?.get(address);
    const results = later(resultsBefore(from, to, this.#byCrawler.get(name)), resultsBefore(from, to, ofAddress));
    const site = resultsBefore(from, to, this.#site);
    const known = {
      fetchedAt: results.file,
      absentAt: site.unavailable,
      isIncomplete: this.#hasLostErrors && state !== 'verified' && ofAddress === undefined,
    };
    const latest = latestOf(results);
    if (latest === 'unavailable') {
      // RFC 9309 2.4: nothing is cached for more than 24 hours, unless the file is unreachable.
      const isExpired = from - results.unavailable > DAY_SECONDS;
      if (!isExpired) return { ...known, latest };
    }
    if (latestOf(site) === 'unreachable') return { ...known, latest: 'unreachable' };
    return { ...known, latest: latest === 'unavailable' ? undefined : latest };
  }
}
