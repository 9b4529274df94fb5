/** What a transport is told in tests: no guard, no proxy, and limits that end a hopeless test. */
import type { TransportLimits, TransportOptions } from '../../src/transport/options.js';

const LIMITS: TransportLimits = {
  connectMs: 5_000,
  headersMs: 5_000,
  bodyMs: 5_000,
  totalMs: 10_000,
  maxBytes: 512_000,
  maxHeaderBytes: 64 * 1024,
};

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
