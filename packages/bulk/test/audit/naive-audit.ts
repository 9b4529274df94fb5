/**
 * A slow reference of the audit: stores everything, and decides each request on its own by the rules that the command's help
 * states. Assumes one crawler per User-Agent, and requests of one site.
 */
import type { CrawlerProfile } from '@repkit/core/crawlers';
import type { Identities } from '../../src/audit/identity.js';
import type { FileVersion, History } from '../../src/audit/versions.js';

export interface NaiveRequest {
  readonly crawler: CrawlerProfile;
  readonly time: number;
  readonly address: string;
  readonly target: string;
  readonly status: number;
  readonly method: string;
}

export type NaiveClass = 'violations' | 'withinGrace' | 'allowed' | 'unknown' | 'notGoverned' | 'impostors';

const DAY = 86_400;
const second = (ms: number) => Math.floor(ms / 1000);

/** Returns the class of each request. */
export function naiveAudit(requests: readonly NaiveRequest[], history: History, identities: Identities): NaiveClass[] {
  const isFetch = ({ target, method }: NaiveRequest) => target === '/robots.txt' && method === 'GET';
  const fetches = requests.filter(isFetch);
  const stateOf = ({ crawler, address }: NaiveRequest) => identities.stateOf(crawler, address);

  return requests.map((request) => {
    const { crawler, target, time, address } = request;
    if (stateOf(request) === 'not-verified') return 'impostors';
    if (target === '/robots.txt') return 'allowed';
    if ((crawler.obeysRobotsTxt ?? 'yes') !== 'yes') return 'notGoverned';
    const now = second(time);

    // What this crawler received, from a verified address or the same one.
    const own = fetches.filter(
      (fetch) =>
        fetch.crawler === crawler &&
        isKnown(fetch, now) &&
        (stateOf(fetch) === 'verified' || (fetch.address === address && stateOf(fetch) !== 'not-verified')),
    );
    const successes = own.filter(({ status }) => status === 200 || status === 304);
    const lastSuccess = Math.max(...successes.map((fetch) => second(fetch.time)));
    const last = latest(own);
    if (last.has('4xx') && now - last.second <= DAY) return 'allowed';

    // What anyone received.
    const anyone = latest(fetches.filter((fetch) => isKnown(fetch, now) && isAboutTheSite(fetch)));
    const isDown = (!last.has('4xx') && last.has('5xx')) || (!anyone.has('4xx') && anyone.has('5xx'));
    const start = isDown ? lastSuccess : Math.max(now - DAY, lastSuccess);
    const isAbsent = fetches.some(
      (fetch) => isAbsence(fetch) && second(fetch.time) >= Math.max(now - DAY, lastSuccess) && second(fetch.time) <= now,
    );

    const seconds = history.versions.map(({ from, until, ...version }) => ({
      ...version,
      from: second(from),
      ...(until !== undefined && { until: second(until) }),
    }));
    const inWindow = versionsBetween({ versions: seconds }, start, now);
    const first = seconds[0];
    const startsEarlier = first !== undefined && first.from >= start && first.from !== -Infinity;
    const isExpired = isDown && now - lastSuccess > 30 * DAY;
    const allows = inWindow.filter((version) => permits(version, request) === true).length;
    const forbids = inWindow.filter((version) => permits(version, request) === false).length;
    if ((isAbsent || allows > 0) && forbids > 0) return 'withinGrace';
    if (forbids > 0) return startsEarlier || isExpired ? 'unknown' : 'violations';
    const isPermitted = isAbsent || allows > 0;
    return isPermitted && allows === inWindow.length && !isDown ? 'allowed' : 'unknown';
  });
}

/** Within a second, what excuses the crawler may have been first. */
function isKnown({ time, status }: NaiveRequest, now: number): boolean {
  return second(time) < now || (second(time) === now && (status === 0 || status >= 400));
}

/** Other errors may be about one client. */
function isAboutTheSite(fetch: NaiveRequest): boolean {
  const { status } = fetch;
  return isAbsence(fetch) || status < 400 || status >= 500;
}

function isAbsence({ status }: NaiveRequest): boolean {
  return status === 404;
}

/** Returns undefined if the file is unreachable. */
function permits({ robotsTxt }: FileVersion, { target, crawler }: NaiveRequest): boolean | undefined {
  if (robotsTxt === 'unreachable') return undefined;
  return robotsTxt === 'unavailable' || robotsTxt.isAllowed(`https://example.com${target}`, crawler);
}

/** The second of the latest responses, and whether one of these had such a status. Redirects say nothing. */
function latest(fetches: readonly NaiveRequest[]) {
  const responses = fetches.filter(({ status }) => status === 200 || status === 304 || status === 0 || status >= 400);
  const time = Math.max(...responses.map((fetch) => second(fetch.time)));
  const statuses = responses.filter((fetch) => second(fetch.time) === time).map(({ status }) => status);
  const isError = (status: number) => status === 0 || status >= 500 || status === 429;
  return {
    second: time,
    has: (kind: '4xx' | '5xx') =>
      statuses.some((status) => (kind === '5xx' ? isError(status) : status >= 400 && !isError(status))),
  };
}

/** Returns the versions that may have been in force at some time from `from` to `to`, both included. */
function versionsBetween({ versions }: Pick<History, 'versions'>, from: number, to: number): readonly FileVersion[] {
  return versions.filter((version, index) => {
    const next = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    // A request in the second of a change may have seen either version.
    const until = Math.max(version.until ?? next, next);
    return version.from <= to && until >= from;
  });
}
