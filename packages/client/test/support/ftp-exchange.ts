/** Makes one request over FTP with the real transport. */
import { onTestFinished } from 'vitest';
import type { FailureResult, FtpResult } from '../../src/policy/fetch-outcome.js';
import { FtpExchange } from '../../src/transport/ftp-exchange.js';
import type { LookupAddresses, TransportLimits, TransportOptions } from '../../src/transport/options.js';
import { lookupBySystem, transportOptions } from './transport-options.js';

type Overrides = Partial<TransportLimits & Omit<TransportOptions, 'limits'>>;

/** Closed with the test. */
export function ftpExchange(overrides: Overrides = {}, lookup: LookupAddresses = lookupBySystem): FtpExchange {
  const { guard, ...limits } = overrides;
  const exchange = new FtpExchange(transportOptions(limits, { guard }), lookup);
  onTestFinished(() => exchange.close());
  return exchange;
}

export function getByFtp(
  { port, path = '/robots.txt', host = '127.0.0.1' }: { port: number; path?: string; host?: string },
  overrides?: Overrides,
  lookup?: LookupAddresses,
): Promise<FtpResult | FailureResult> {
  const url = new URL(`ftp://${host}:${port}${path}`);
  return ftpExchange(overrides, lookup).request({ url, signal: new AbortController().signal });
}

/** Returns the text of a body for comparison. */
export function textOf(result: FtpResult | FailureResult): string | undefined {
  if (result.kind !== 'ftp' || result.body === undefined) return undefined;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.body.bytes);
}
