/** Requests pages behind the guard. */
import type { GuardOptions } from '@repkit/client';
import { type PageReply, requestPage } from '@repkit/client/transport';
import { Problem } from '../http/problem.js';
import { MAX_HTML_LENGTH } from '../options.js';

/** Rejects with a Problem if the page cannot be fetched, and if the signal is aborted. */
export type FetchPage = (url: string, signal: AbortSignal) => Promise<PageReply>;

const SECOND = 1000;

/** Limits of a page or sitemap that the service requests itself. */
export const PAGE_LIMITS = {
  lookupMs: 5 * SECOND,
  connectMs: 5 * SECOND,
  headersMs: 10 * SECOND,
  bodyMs: 10 * SECOND,
  totalMs: 20 * SECOND,
  // One more than is read, which shows whether the page is longer.
  maxBytes: MAX_HTML_LENGTH + 1,
  maxHeaderBytes: 64 * 1024,
};

export function pageFetcher(userAgent: string, guard: GuardOptions = {}): FetchPage {
  const options = { userAgent, guard, limits: PAGE_LIMITS, proxy: 'environment', ca: [] };
  return async (url, signal) => {
    const reply = await requestPage(url, options, signal);
    signal.throwIfAborted();
    if (reply.kind === 'http') return reply;
    throw new Problem('page-not-fetched', `The page cannot be fetched (${reply.detail}).`);
  };
}
