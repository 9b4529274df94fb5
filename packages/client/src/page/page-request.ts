/** Requests one page, with the limits and the guard of the transport. */

import type { FailureResult } from '../policy/fetch-outcome.js';
import { createDispatcher } from '../transport/dispatcher.js';
import { namesFor } from '../transport/dns-resolver.js';
import { exchange, readBody } from '../transport/http-request.js';
import type { TransportOptions } from '../transport/options.js';
import { type FieldLines, locationField, singleField } from '../transport/response-headers.js';
import { checkTransportLimits, redirectTarget } from '../transport/web-transport.js';
import { isHtml, markedHtml } from './html-head.js';

export interface PageReply {
  readonly kind: 'http';
  readonly status: number;
  /** By lower-case name; a list if a header occurs several times. */
  readonly headers: FieldLines;
  /** The absolute URL that a redirect names. */
  readonly location: string | undefined;
  /** The first `maxBytes` of the HTML of a successful response. Other content is not read. */
  readonly body: Uint8Array | undefined;
}

/**
 * Makes one GET request and does not follow redirects. The caller checks robots.txt first. Reads at most `maxBytes` of the
 * content. Never rejects because of network or server errors. Rejects with a TypeError or RangeError if an option is
 * invalid or the URL is not an http or https URL.
 *
 * @example
 * ```ts
 * import { requestPage } from '@repkit/client/transport';
 *
 * const timeouts = { lookupMs: 10_000, connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, totalMs: 30_000 };
 * const limits = { ...timeouts, maxBytes: 512_000, maxHeaderBytes: 65_536 };
 * const options = { userAgent: 'ExampleBot/1.0', limits, guard: {}, proxy: 'none', ca: [] };
 * const reply = await requestPage('http://127.0.0.1/page', options, AbortSignal.timeout(60_000));
 * reply.kind === 'failure' && reply.failure; // 'refused-address'
 * ```
 */
export async function requestPage(
  target: string,
  options: TransportOptions,
  signal: AbortSignal,
): Promise<PageReply | FailureResult> {
  const url = new URL(target);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`Cannot request "${target}": it is not an http or https URL.`);
  }
  const { limits, userAgent } = options;
  checkTransportLimits(limits);
  const names = namesFor(options.lookup);
  const dispatcher = createDispatcher(options, names.lookup);
  const ended = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const requestParts = { url, userAgent, accept, headersMs: limits.headersMs };
  const reply = await exchange(dispatcher, requestParts, ended, async (reader): Promise<PageReply> => {
    const { status, fields: headers } = await reader.head;
    const isPage = status >= 200 && status <= 299 && isHtml(singleField(headers, 'content-type'));
    // One byte less, because one more is returned.
    const page = isPage ? await readBody(reader, headers, limits.maxBytes - 1) : undefined;
    const location = redirectTarget(locationField(headers), url)?.href;
    return { kind: 'http', status, headers, location, body: page && markedHtml(page) };
  });
  names.close();
  await dispatcher.destroy();
  return reply;
}
