/** Options for fetching: `--refresh`, `--store`, `--allow`, `--user-agent`, `--timeout`. */

import { InputError } from '@repkit/bulk';
import type { GuardOptions } from '@repkit/client';
import { productToken } from '@repkit/core';
import type { Io } from '../program/io.js';
import { VERSION } from '../program/version.js';
import type { Arguments, OptionSpecs } from './arguments.js';

export const FETCH_OPTIONS: OptionSpecs = {
  refresh: { description: 'Fetch again, even if a cached copy is still fresh.' },
  store: {
    value: 'STORE',
    choices: ['none'],
    description:
      'Cache location: a file path, sqlite:PATH, redis://HOST:PORT (also Valkey), or none (default: ' +
      'REPKIT_STORE, or repkit/robots.sqlite in the user cache folder).',
  },
  allow: {
    value: 'HOST',
    repeatable: true,
    description: 'Non-public host, address or range, such as 10.1.0.0/16, to allow requests to. Repeatable.',
  },
  'user-agent': {
    value: 'TEXT',
    description: `User-Agent header of requests (default: repkit/${VERSION}). It does not change which crawler is checked.`,
  },
  timeout: {
    value: 'SECONDS',
    description: 'Timeout per robots.txt in seconds, including redirects (default: 30).',
  },
};

export type FetchOptions = ReturnType<typeof fetchOptionsOf>;

export type StoreChoice = { readonly kind: 'default' | 'none' } | CustomStore;

export interface CustomStore {
  readonly kind: 'custom';
  readonly url: string;
  /** The setting that named it. */
  readonly by: '--store' | 'REPKIT_STORE';
}

const DEFAULT_TIMEOUT_S = '30';
const MAX_TIMEOUT_S = 3600;

/** Throws an InputError if a fetch option is given although nothing is fetched; `because` says why. */
export function refuseFetchOptions(args: Arguments, because: string): void {
  const unused = Object.keys(FETCH_OPTIONS).find((name) => args.has(name));
  if (unused !== undefined) throw new InputError(`--${unused} has no effect ${because}.`);
}

/** Throws an InputError for an invalid value. */
export function fetchOptionsOf(args: Arguments, env: Io['env']) {
  return {
    /** Whether to fetch even if the store has a fresh copy. */
    refresh: args.has('refresh'),
    store: storeChoice(args, env),
    /** Non-public addresses that may be reached. */
    guard: guardOf(args),
    userAgent: userAgentOf(args),
    /** For one robots.txt including redirects. */
    timeoutMs: timeoutOf(args),
  };
}

/** Reads `--timeout`, in milliseconds. */
export function timeoutOf(args: Arguments): number {
  const value = args.value('timeout') ?? DEFAULT_TIMEOUT_S;
  const seconds = /^\d*\.?\d+$/.test(value) ? Number(value) : 0;
  if (seconds > 0 && seconds <= MAX_TIMEOUT_S) return Math.ceil(seconds * 1000);
  throw new InputError(`--timeout must be more than 0 and at most ${MAX_TIMEOUT_S} seconds, not "${value}".`);
}

/** Limits for a request that `--timeout` bounds as a whole. */
export function timeLimits(ms: number) {
  return { lookupMs: ms, connectMs: ms, headersMs: ms, bodyMs: ms, totalMs: ms };
}

/** Rejects with an InputError for a TypeError: all options are validated, so it is about a proxy from the environment. */
export async function checkingProxy<Result>(action: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof TypeError ? new InputError(error.message) : error;
  }
}

/** Reads `--allow`. */
export function guardOf(args: Arguments): GuardOptions {
  const allowed = args.values('allow').map(readAllowed);
  return {
    allowHosts: allowed.filter((host) => !host.includes('/')),
    allowCidrs: allowed.filter((range) => range.includes('/')),
  };
}

/** Reads `--user-agent`. Characters that a header must not contain (RFC 9110 5.5) would make every request fail. */
export function userAgentOf(args: Arguments): string {
  const value = args.value('user-agent') ?? `repkit/${VERSION}`;
  if (value.trim() === '') {
    throw new InputError('--user-agent is empty. Identify your crawler, as in "ExampleBot/1.0 (+https://example.com/bot)".');
  }
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new InputError('--user-agent contains a control character or a character outside Latin-1. Remove it.');
  }
  return value;
}

/** Returns the product token of the requests, which robots.txt has to allow. */
export function userAgentToken(args: Arguments): string {
  const result = productToken(userAgentOf(args));
  return result.found ? result.token : '*';
}

/** Reads `--store`, or else REPKIT_STORE. */
export function storeChoice(args: Arguments, env: Io['env']): StoreChoice {
  const option = args.value('store');
  const url = option ?? (env.REPKIT_STORE || undefined);
  if (url === undefined) return { kind: 'default' };
  if (url === 'none') return { kind: 'none' };
  return { kind: 'custom', url, by: option === undefined ? 'REPKIT_STORE' : '--store' };
}

/** Returns a host, or a range for an address. */
function readAllowed(value: string): string {
  const [address = '', length, ...rest] = value.split('/');
  const host = hostIn(address);
  const bits = host === undefined ? undefined : addressBits(host);
  if (rest.length === 0 && host !== undefined) {
    if (length === undefined) return bits === undefined ? host : `${host}/${bits}`;
    // URLs expand short addresses, so 10.1/16 would become 10.0.0.1/16.
    const isWhole = bits === 128 || host === address;
    if (bits !== undefined && isWhole && /^\d{1,3}$/.test(length) && Number(length) <= bits) {
      return `${host}/${Number(length)}`;
    }
  }
  throw new InputError(`--allow takes a host, an address or a range, not "${value}". Write ${correctionOf(value)}.`);
}

/** Returns the bits of an address; undefined for a name. Importing `isIP` of node:net takes 4 % of a run. */
function addressBits(host: string): 32 | 128 | undefined {
  if (host.includes(':')) return 128;
  // A name in a URL never ends in a number.
  return /^[\d.]+$/.test(host) ? 32 : undefined;
}

const UNMATCHED = /\*|^\.|\.\./;

/** Returns the host in the form that URLs use, IPv6 without brackets; undefined if the text is not exactly a host. */
function hostIn(text: string): string | undefined {
  // A URL may contain a wildcard or an empty label, but it would match no host.
  if (UNMATCHED.test(text)) return undefined;
  const isBareIpv6 = text.includes(':') && !text.startsWith('[');
  const url = URL.parse(`http://${isBareIpv6 ? `[${text}]` : text}:1/`);
  if (url === null || url.href !== `http://${url.hostname}:1/`) return undefined;
  return withoutBrackets(url.hostname);
}

/** The most common mistakes are a whole URL and a port. */
function correctionOf(value: string): string {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : URL.parse(`http://${value}`);
  const isHostWithMore = url !== null && !/^[\d.]+\//.test(value) && !UNMATCHED.test(value);
  return isHostWithMore ? `--allow ${withoutBrackets(url.hostname)}` : '--allow intranet.example or --allow 10.1.0.0/16';
}

/** Returns a host name or an address without the brackets of IPv6. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
