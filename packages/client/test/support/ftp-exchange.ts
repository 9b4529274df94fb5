/** One request over FTP, as the transport makes it. */
import { onTestFinished } from 'vitest';
import { FtpExchange } from '../../src/transport/ftp-exchange.js';
import type {
  LookupAddresses,
  TransportLimits,
  TransportOptions,
} from '../../src/transport/options.js';
import type { FailureResult, FtpResult } from '../../src/transport/outcome.js';
import { lookupBySystem, transportOptions } from './transport-options.js';

type Told = Partial<TransportLimits & Omit<TransportOptions, 'limits'>>;

/** Closed with the test. */
export function ftpExchange(
  told: Told = {},
  lookup: LookupAddresses = lookupBySystem,
): FtpExchange {
  const { guard, ...limits } = told;
  const exchange = new FtpExchange(transportOptions(limits, { guard }), lookup);
  onTestFinished(() => exchange.close());
  return exchange;
}

/** One request, whole in itself. */
export function getByFtp(
  {
    port,
    path = '/robots.txt',
    host = '127.0.0.1',
  }: { port: number; path?: string; host?: string },
  told?: Told,
  lookup?: LookupAddresses,
): Promise<FtpResult | FailureResult> {
  const url = new URL(`ftp://${host}:${port}${path}`);
  return ftpExchange(told, lookup).request({ url, signal: new AbortController().signal });
}

/** The text of a body, for a comparison with what was meant to come. */
export function textOf(result: FtpResult | FailureResult): string | undefined {
  if (result.kind !== 'ftp' || result.body === undefined) return undefined;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.body.bytes);
}
