/** Makes one request over HTTP with the real transport. */
import { onTestFinished } from 'vitest';
import type { FailureResult, HttpResult } from '../../src/policy/fetch-outcome.js';
import { createDispatcher } from '../../src/transport/dispatcher.js';
import { HttpExchange } from '../../src/transport/http-exchange.js';
import type { TransportOptions } from '../../src/transport/options.js';
import type { ExchangeRequest } from '../../src/transport/transport.js';
import { lookupBySystem } from './transport-options.js';

/** Closed with the test. */
export function httpExchange(options: TransportOptions): HttpExchange {
  const exchange = new HttpExchange(createDispatcher(options, lookupBySystem), options);
  onTestFinished(() => exchange.close());
  return exchange;
}

export function get(
  options: TransportOptions,
  url: string,
  request: Partial<ExchangeRequest> = {},
): Promise<HttpResult | FailureResult> {
  return httpExchange(options).request({
    url: new URL(url),
    signal: new AbortController().signal,
    ...request,
  });
}

/** Returns the text of a body for comparison. */
export function textOf(result: HttpResult | FailureResult): string | undefined {
  if (result.kind !== 'http' || result.body === undefined) return undefined;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.body.bytes);
}
