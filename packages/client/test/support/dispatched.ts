/** One request through a dispatcher. */
import type { Dispatcher } from 'undici';
import { onTestFinished } from 'vitest';
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { createDispatcher } from '../../src/transport/dispatcher.js';
import { FtpExchange } from '../../src/transport/ftp-exchange.js';
import { HttpExchange } from '../../src/transport/http-exchange.js';
import type { LookupAddresses, TransportOptions } from '../../src/transport/options.js';
import { WebTransport } from '../../src/transport/web-transport.js';
import { lookupBySystem } from './transport-options.js';

export function dispatcherOf(options: TransportOptions, lookup = lookupBySystem): Dispatcher {
  const dispatcher = createDispatcher(options, lookup);
  onTestFinished(() => dispatcher.destroy());
  return dispatcher;
}

/** Returns the outcome of fetching a robots.txt from `url`, following redirects. */
export async function fetchBy(options: TransportOptions, lookup: LookupAddresses, url: string): Promise<FetchOutcome> {
  const transport = new WebTransport(options, {
    web: new HttpExchange(dispatcherOf(options, lookup), options),
    ftp: new FtpExchange(options, lookup),
  });
  onTestFinished(() => transport.close());
  return transport.fetch({ url, signal: new AbortController().signal });
}
