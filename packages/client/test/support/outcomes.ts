/** Outcomes of attempts, as returned by transports. */
import type { FailureKind, FetchedHeaders, FtpOutcome, HttpOutcome, ReceivedBody } from '../../src/policy/fetch-outcome.js';

const URL_ASKED = 'https://example.com/robots.txt';

function received(text: string): ReceivedBody {
  const bytes = new TextEncoder().encode(text);
  return {
    bytes,
    truncated: false,
    charset: { name: 'utf-8', from: 'default' },
    wireBytes: bytes.length,
  };
}

export function http(status: number, text?: string, headers: FetchedHeaders = {}, conditional = false): HttpOutcome {
  const body = text === undefined ? undefined : received(text);
  return { kind: 'http', url: URL_ASKED, hops: [], status, headers, body, conditional };
}

export function ftp(code: number, text?: string): FtpOutcome {
  const body = text === undefined ? undefined : received(text);
  return { kind: 'ftp', url: 'ftp://example.com/robots.txt', hops: [], code, detail: '', body };
}

export function failure(kind: FailureKind, detail = 'it failed') {
  return { kind: 'failure', failure: kind, detail, url: URL_ASKED, hops: [] } as const;
}

export function redirects(kind: 'too-many-redirects' | 'redirect-loop') {
  const hops = Array.from({ length: 6 }, (_, index) => ({
    url: `https://example.com/${index}`,
    status: index === 5 ? 302 : 301,
    location: `https://example.com/${index + 1}`,
  }));
  return { kind, url: 'https://example.com/5', hops } as const;
}
