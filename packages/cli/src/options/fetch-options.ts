/** What the options say of fetching: `--refresh`, `--store`, `--allow`, `--user-agent`, `--timeout`. */

import { InputError } from '@repkit/bulk';
import type { GuardOptions } from '@repkit/client';
import type { Io } from '../program/io.js';
import { VERSION } from '../program/version.js';
import type { Arguments, OptionSpec } from './arguments.js';

/** The options that have a meaning only where something is fetched. */
export const FETCH_OPTIONS: readonly OptionSpec[] = [
  { name: 'refresh', description: 'Ask the sites anew, whatever the store knows.' },
  {
    name: 'store',
    value: 'STORE',
    choices: ['none'],
    description:
      'Where copies are kept from one run to the next: a path or sqlite:PATH, or redis://HOST:PORT ' +
      '(also Valkey), which many machines may share; none, or memory, keeps nothing. Or in ' +
      'REPKIT_STORE, where a password is out of sight. Without it that is repkit/robots.sqlite in ' +
      'the folder for caches ($XDG_CACHE_HOME, or ~/.cache).',
  },
  {
    name: 'allow',
    value: 'HOST',
    repeatable: true,
    description:
      'A host, an address or a range such as 10.1.0.0/16 that may be asked although it is not ' +
      'public; repeat it for several.',
  },
  {
    name: 'user-agent',
    value: 'TEXT',
    description:
      `The User-Agent header of the requests: repkit/${VERSION} without it. Whose rules are ` +
      'asked for is a matter of --agent.',
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    description: 'How long one robots.txt may take, redirects included: 30 without it.',
  },
];

export interface FetchOptions {
  /** Whether sites are asked whatever the store knows. */
  readonly refresh: boolean;
  readonly store: StoreChoice;
  /** What may be reached although it is not public. */
  readonly guard: GuardOptions;
  readonly userAgent: string;
  /** For one robots.txt, redirects included, in milliseconds. */
  readonly timeoutMs: number;
}

/** Where copies are kept from one run to the next. */
export type StoreChoice = { readonly kind: 'usual' | 'none' } | GivenStore;

export interface GivenStore {
  readonly kind: 'given';
  readonly url: string;
  /** Where it was given. */
  readonly by: '--store' | 'REPKIT_STORE';
}

const DEFAULT_TIMEOUT_S = '30';
const LONGEST_TIMEOUT_S = 3600;

/** The name of a fetch option that was given, for where nothing is fetched. */
export function idleFetchOption(args: Arguments): string | undefined {
  return FETCH_OPTIONS.find(({ name }) => args.has(name))?.name;
}

/** Throws an InputError for an invalid value. */
export function fetchOptionsOf(args: Arguments, env: Io['env']): FetchOptions {
  return {
    refresh: args.has('refresh'),
    store: storeChoice(args, env),
    guard: guardOf(args),
    userAgent: userAgentOf(args),
    timeoutMs: readTimeout(args.value('timeout') ?? DEFAULT_TIMEOUT_S),
  };
}

/** What may be reached although it is not public: `--allow`. */
export function guardOf(args: Arguments): GuardOptions {
  const allowed = args.values('allow').map(readAllowed);
  return {
    allowHosts: allowed.flatMap(({ host }) => host ?? []),
    allowCidrs: allowed.flatMap(({ cidr }) => cidr ?? []),
  };
}

export function userAgentOf(args: Arguments): string {
  return readUserAgent(args.value('user-agent') ?? `repkit/${VERSION}`);
}

/** `--store`, or else REPKIT_STORE. */
export function storeChoice(args: Arguments, env: Io['env']): StoreChoice {
  const option = args.value('store');
  const url = option ?? (env.REPKIT_STORE || undefined);
  if (url === undefined) return { kind: 'usual' };
  if (url === '') throw new InputError('--store is empty: name a file, or write none.');
  if (url === 'none') return { kind: 'none' };
  return { kind: 'given', url, by: option === undefined ? 'REPKIT_STORE' : '--store' };
}

function readTimeout(value: string): number {
  const seconds = /^\d*\.?\d+$/.test(value) ? Number(value) : 0;
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT_S) return Math.ceil(seconds * 1000);
  throw new InputError(
    `--timeout takes seconds, more than 0 and at most ${LONGEST_TIMEOUT_S}, ` +
      `and not "${value}": write it as in --timeout 10.`,
  );
}

/** What no header may hold (RFC 9110 5.5) would fail each request. */
function readUserAgent(value: string): string {
  if (value.trim() === '') {
    throw new InputError(
      '--user-agent is empty: say who asks, as in "ExampleBot/1.0 (+https://example.com/bot)".',
    );
  }
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new InputError(
      '--user-agent holds a control character or one outside Latin-1: leave it out.',
    );
  }
  return value;
}

interface Allowed {
  readonly host?: string;
  readonly cidr?: string;
}

function readAllowed(value: string): Allowed {
  const [address = '', length, ...rest] = value.split('/');
  const host = hostIn(address);
  const bits = host === undefined ? undefined : addressBits(host);
  if (rest.length === 0 && host !== undefined) {
    if (length === undefined) return bits === undefined ? { host } : { cidr: `${host}/${bits}` };
    // A URL may abbreviate an address, and 10.1/16 would not be what it looks like.
    const isWhole = bits === 128 || host === address;
    if (bits !== undefined && isWhole && /^\d{1,3}$/.test(length) && Number(length) <= bits) {
      return { cidr: `${host}/${Number(length)}` };
    }
  }
  throw new InputError(
    `--allow takes a host, an address or a range of addresses, and not "${value}": ` +
      `write ${mendOf(value)}.`,
  );
}

/** The host as URLs have it, an IPv6 address without brackets; undefined where the text is more or less than a host. */
function hostIn(text: string): string | undefined {
  const isBareIpv6 = text.includes(':') && !text.startsWith('[');
  const url = URL.parse(`http://${isBareIpv6 ? `[${text}]` : text}:1/`);
  // With anything but a host before its port it would be no URL, or one with more to it.
  if (url === null || url.href !== `http://${url.hostname}:1/`) return undefined;
  return withoutBrackets(url.hostname);
}

/** How many bits an address has; undefined for a name, which in a URL never ends in a number. */
function addressBits(host: string): 32 | 128 | undefined {
  if (host.includes(':')) return 128;
  return /^[\d.]+$/.test(host) ? 32 : undefined;
}

/** Most often a whole URL or a port was given. */
function mendOf(value: string): string {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : URL.parse(`http://${value}`);
  const isHostWithMore = url !== null && !/^[\d.]+\//.test(value);
  return isHostWithMore
    ? `--allow ${withoutBrackets(url.hostname)}`
    : '--allow intranet.example or --allow 10.1.0.0/16';
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
