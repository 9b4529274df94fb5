/** Fetches the robots.txt of a site through the service (`GET /v1/robots`). */

import { loadPart } from '../messages/load-part.js';
import type { SiteFailure, TokenProblem } from '../state/page-state.js';
import { isRobotsResponse, type RobotsResponse } from '../state/robots-response.js';
import { readStorage, writeStorage } from '../state/storage.js';

export interface FetchOptions {
  /** Bypasses the cache of the service. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
}

/** Adds `https://` to a bare host name. */
export function urlOf(text: string): string {
  const url = text.trim();
  return url.includes('://') ? url : `https://${url}`;
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

/** Returns the address of a site without credentials, which a link would contain; undefined for other texts. */
export function siteAddress(text: string): string | undefined {
  const address = text.trim();
  // Browsers accept spaces in a host name.
  if (/\s/.test(address) || !URL.canParse(urlOf(address))) return undefined;
  const url = new URL(urlOf(address));
  if (!SCHEMES.has(url.protocol)) return undefined;
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Only this is sent: a path may be private, and longer than servers accept. An invalid URL stays as it is. */
export function originOf(text: string): string {
  const url = urlOf(text);
  if (!URL.canParse(url)) return url;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

const TOKEN_KEY = 'repkit-service-token';
/** RFC 6750 2.1. `fetch` would throw for other characters. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
/** Holds the token if the browser denies access to storage. */
let tokenInMemory = '';

/** Returns the token of the service for this tab, or an empty string. */
export function serviceToken(): string {
  return readStorage('sessionStorage', TOKEN_KEY) ?? tokenInMemory;
}

/** Remembers the token until the tab is closed. It is not part of the state, so links never contain it. */
export function rememberServiceToken(token: string): void {
  tokenInMemory = token.trim();
  writeStorage('sessionStorage', TOKEN_KEY, tokenInMemory);
}

/** Pages of a site (`GET /v1/sitemap`). */
export interface SitemapSample {
  readonly urls: readonly string[];
  /** Pages in the part of the sitemap that the service read. */
  readonly found: number;
}

/** Returns undefined if the service returns no pages. */
export async function fetchSitemapSample(text: string, signal: AbortSignal): Promise<SitemapSample | undefined> {
  try {
    const response = await request(`/v1/sitemap?${new URLSearchParams({ origin: originOf(text) })}`, signal);
    if (!response.ok) return undefined;
    const { urls, found } = Object(await response.json());
    const isSample = Array.isArray(urls) && urls.length > 0 && urls.every((url) => typeof url === 'string');
    return isSample && typeof found === 'number' ? { urls, found } : undefined;
  } catch {
    return undefined;
  }
}

function request(path: string, signal: AbortSignal): Promise<Response> {
  const token = serviceToken();
  const headers: HeadersInit = token === '' ? {} : { authorization: `Bearer ${token}` };
  return fetch(path, { signal, headers });
}

/** No response, or one that this page cannot interpret. */
const NO_ANSWER: SiteFailure = { text: ({ live }) => live.noAnswer };

function tokenFailure(tokenProblem: TokenProblem): SiteFailure {
  return { text: ({ live }) => live.tokenProblem[tokenProblem], tokenProblem };
}

/** Rejects only if the signal aborts the request. */
export async function fetchRobots(text: string, { refresh, signal }: FetchOptions): Promise<RobotsResponse | SiteFailure> {
  const query = new URLSearchParams({
    origin: originOf(text),
    ...(refresh && { refresh: 'true' }),
  });
  const token = serviceToken();
  if (token !== '' && !TOKEN.test(token)) return tokenFailure('rejected');
  try {
    const response = await request(`/v1/robots?${query}`, signal);
    if (response.status === 401) return tokenFailure(token === '' ? 'required' : 'rejected');
    // The body may be that of a proxy.
    if (response.status === 429 || response.status === 503) return { text: ({ live }) => live.busy };
    const data: unknown = await response.json();
    if (response.ok) {
      if (!isRobotsResponse(data)) return NO_ANSWER;
      if (data.base64 === undefined) return data;
      const { withExactText } = await loadPart(() => import('../worker/opened-text.js'));
      return withExactText(data, data.base64);
    }
    // Problem details (RFC 9457).
    const { title, detail = '' } = Object(data);
    return typeof title === 'string' ? { text: () => `${title} ${detail}` } : NO_ANSWER;
  } catch (error) {
    if (signal.aborted) throw error;
    return NO_ANSWER;
  }
}
