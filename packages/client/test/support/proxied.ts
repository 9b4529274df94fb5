import { onTestFinished, vi } from 'vitest';
import type { FailureResult, HttpResult } from '../../src/policy/fetch-outcome.js';
import { createDispatcher } from '../../src/transport/dispatcher.js';
import { HttpExchange } from '../../src/transport/http-exchange.js';
import type { LookupAddresses, TransportLimits, TransportOptions } from '../../src/transport/options.js';
import { lookupBySystem, transportOptions } from './transport-options.js';

const ENVIRONMENT = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'];

/** Sets only these proxy variables. Undone after the test. */
export function environment(variables: Readonly<Record<string, string>>): void {
  for (const name of ENVIRONMENT) vi.stubEnv(name, variables[name]);
}

/** Resolves this machine, which runs the proxies, but no site. */
export const none: LookupAddresses = (name) =>
  name === 'localhost' ? lookupBySystem(name) : Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));

export async function get(
  options: Partial<TransportOptions>,
  url: string,
  lookup: LookupAddresses = none,
  limits: Partial<TransportLimits> = {},
): Promise<HttpResult | FailureResult> {
  const resolved = transportOptions(limits, options);
  const exchange = new HttpExchange(createDispatcher(resolved, lookup), resolved);
  onTestFinished(() => exchange.close());
  return exchange.request({ url: new URL(url), signal: new AbortController().signal });
}
