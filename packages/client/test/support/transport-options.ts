/**
 * What a transport is told in tests: no guard, no proxy, and limits that nothing is waited for as long as, so that a
 * connection which is seen to end was ended by what is tested.
 */

import { DnsResolver } from '../../src/transport/dns-resolver.js';
import type {
  LookupAddresses,
  TransportLimits,
  TransportOptions,
} from '../../src/transport/options.js';

const LIMITS: TransportLimits = {
  lookupMs: 60_000,
  connectMs: 60_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  totalMs: 120_000,
  maxBytes: 512_000,
  maxHeaderBytes: 64 * 1024,
};

/** Names as a client resolves them if it is not told otherwise. */
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
