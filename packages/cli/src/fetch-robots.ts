import type { DialectName } from '@repkit/core';
import type { Io } from './io.js';
import { parseChunks, type RobotsTxtAnswer, type RobotsTxtFor } from './robots-txt-source.js';
import { VERSION } from './version.js';

/** RFC 9309 2.3.1.2: "Crawlers SHOULD follow at least five consecutive redirects". */
const MAX_REDIRECTS = 5;

/** For the whole exchange, redirects and body included. */
const TIMEOUT_MS = 30_000;

const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

export interface FetchOptions {
  readonly fetch: Io['fetch'];
  readonly dialect: DialectName;
  readonly timeoutMs?: number;
}

/** Fetches robots.txt plainly: no copy is kept beyond this run, and each origin is asked once in it. */
export function robotsTxtFetcher(options: FetchOptions): RobotsTxtFor {
  const answers = new Map<string, Promise<RobotsTxtAnswer>>();
  return (url) => {
    const location = robotsTxtUrl(url);
    const known = answers.get(location);
    if (known !== undefined) return known;
    const answer = fetchRobotsTxt(location, options);
    answers.set(location, answer);
    return answer;
  };
}

/** RFC 9309 2.3: `/robots.txt` of the scheme, host and port; user information and a last dot are no part of them. */
export function robotsTxtUrl(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return new URL(`${protocol}//${hostname.replace(/\.$/, '')}:${port}/robots.txt`).href;
}

async function fetchRobotsTxt(
  url: string,
  { fetch, dialect, timeoutMs = TIMEOUT_MS }: FetchOptions,
): Promise<RobotsTxtAnswer> {
  const redirects: string[] = [];
  let status: number | undefined;
  const answer = (kind: 'unavailable' | 'unreachable', detail: string): RobotsTxtAnswer => ({
    kind,
    provenance: { from: 'url', url, status, redirects },
    detail,
  });
  const init: RequestInit = {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'user-agent': `repkit/${VERSION}`, accept: 'text/plain,*/*;q=0.8' },
  };
  try {
    for (let hop = url; ; ) {
      const response = await fetch(hop, init);
      status = response.status;
      if (status >= 200 && status < 300 && status !== 206) {
        const body: AsyncIterable<Uint8Array> = response.body ?? noBody();
        const robotsTxt = await parseChunks(body, dialect);
        return { kind: 'parsed', provenance: { from: 'url', url, status, redirects }, robotsTxt };
      }
      await response.body?.cancel();
      if (!REDIRECT_STATUSES.includes(status)) {
        // 429 is a busy server and not a missing file: it is read as Google's page reads it.
        const missing = status >= 400 && status < 500 && status !== 429;
        return answer(missing ? 'unavailable' : 'unreachable', `status ${status}`);
      }
      // 2.3.1.2: past five redirects a crawler "MAY assume that the robots.txt file is unavailable".
      if (redirects.length === MAX_REDIRECTS) {
        return answer('unavailable', `more than ${MAX_REDIRECTS} redirects`);
      }
      const next = redirectTarget(response.headers.get('location'), hop);
      if (next === undefined) {
        return answer('unreachable', `status ${status} without a Location that can be followed`);
      }
      redirects.push(next);
      hop = next;
    }
  } catch (error) {
    return answer('unreachable', failure(error, timeoutMs));
  }
}

async function* noBody(): AsyncGenerator<Uint8Array> {}

function redirectTarget(location: string | null, base: string): string | undefined {
  if (location === null || !URL.canParse(location, base)) return undefined;
  const target = new URL(location, base);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined;
  target.username = '';
  target.password = '';
  target.hash = '';
  return target.href;
}

const FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
};

/** What went wrong, as a clause; `fetch` hides the cause one or two levels down. */
function failure(error: unknown, timeoutMs: number): string {
  let innermost = error;
  for (let depth = 0; depth < 5 && innermost instanceof Error; depth++) {
    if (innermost.name === 'TimeoutError') return `no whole answer within ${timeoutMs / 1000} s`;
    const code = 'code' in innermost ? String(innermost.code) : '';
    const known = FAILURES[code];
    if (known !== undefined) return `${known} [${code}]`;
    if (/CERT|SIGNED|ISSUER/.test(code)) return `its certificate was not accepted [${code}]`;
    if (innermost.cause === undefined) break;
    innermost = innermost.cause;
  }
  return innermost instanceof Error ? innermost.message : String(innermost);
}
