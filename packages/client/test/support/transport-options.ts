/**
 * Transport options for tests: no guard, no proxy, and limits that are never reached, so that only the tested behavior
 * can end a connection.
 */

import { DnsResolver } from '../../src/transport/dns-resolver.js';
import type { LookupAddresses, TransportLimits, TransportOptions } from '../../src/transport/options.js';

const LIMITS: TransportLimits = {
  lookupMs: 60_000,
  connectMs: 60_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  totalMs: 120_000,
  maxBytes: 512_000,
  maxHeaderBytes: 64 * 1024,
};

/** Resolves names like a client by default. */
export const lookupBySystem: LookupAddresses = new DnsResolver().lookup;

export function transportOptions(
  limits: Partial<TransportLimits> = {},
  options: Partial<Omit<TransportOptions, 'limits'>> = {},
): TransportOptions {
  return {
    userAgent: 'ExampleBot/1.0',
    guard: undefined,
    proxy: 'none',
    ca: [],
    ...options,
    limits: { ...LIMITS, ...limits },
  };
}
