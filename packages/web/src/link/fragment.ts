/**
 * Encodes the state as a URL fragment: JSON, deflated, in base64url. Links can come from strangers, so every value is
 * validated.
 */
import { dialects } from '@repkit/core';
import { crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import {
  type LinkProblem,
  MAX_PRODUCT_TOKENS,
  type PageState,
  type SharedValues,
  URL_SOURCES,
  VIEW_NAMES,
} from '../state/page-state.js';
import { EFFECTS } from '../state/robots-response.js';
import type { Check } from '../worker/requests.js';
import { isValidCheck } from '../worker/urls.js';

/** Browsers and messengers truncate longer links. */
export const MAX_FRAGMENT_CHARACTERS = 262_144;
/** Limit after decompression. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Every line is a row of the verdict table; a short fragment can expand to millions of lines. */
export const MAX_LINK_URL_LINES = 50_000;

const PREFIX = '#v1=';
const ANY_VERSION = /^#v\d+=/;

/** Returns a fragment that starts with `#`. Links longer than `MAX_FRAGMENT_CHARACTERS` cannot be opened. */
export async function writeFragment(state: SharedValues): Promise<string> {
  const packed = new Blob([writeState(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  // RFC 4648 5, without padding.
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return PREFIX + text;
}

/** Whether `readFragment` accepts the fragment of a state: limits of its length, URL lines and product tokens. */
export function fitsInLink(state: SharedValues, fragment: string): boolean {
  return fragment.length <= MAX_FRAGMENT_CHARACTERS && !hasTooLongList(state);
}

function hasTooLongList({ urls = '', productTokens = [] }: Partial<SharedValues>): boolean {
  if (productTokens.length > MAX_PRODUCT_TOKENS) return true;
  let lines = 0;
  for (const _ of urls.matchAll(/[^\r\n]+/g)) {
    if (++lines > MAX_LINK_URL_LINES) return true;
  }
  return false;
}

/** Decodes a fragment; decompresses at most `MAX_BYTES`. */
export async function readFragment(fragment: string): Promise<Partial<SharedValues> | LinkProblem> {
  if (!fragment.startsWith(PREFIX)) return ANY_VERSION.test(fragment) ? 'newer' : 'damaged';
  if (fragment.length > MAX_FRAGMENT_CHARACTERS) return 'too-long';
  try {
    const text = fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    const unpacked = await unpack(new Blob([bytes]));
    return unpacked === undefined ? 'too-long' : readState(new TextDecoder().decode(unpacked));
  } catch {
    return 'damaged';
  }
}

/**
 * Decompresses at most `MAX_BYTES`, because a few bytes can expand to gigabytes. Returns undefined if there are more, and
 * rejects if the data is damaged.
 */
async function unpack(packed: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let left = MAX_BYTES;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error();
      else controller.enqueue(chunk);
    },
  });
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(bound);
  try {
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch (error) {
    if (left < 0) return undefined;
    throw error;
  }
}

type Checks = { readonly [Key in keyof SharedValues]: (value: unknown) => boolean };

const isText = (value: unknown) => typeof value === 'string';
const isDialect = (value: unknown) => isText(value) && Object.hasOwn(dialects, String(value));
const isProductToken = (value: unknown) => isCheck({ url: '/', productToken: value });

const isFetchedFrom = (value: unknown) => {
  const { url, status, effect, fetchedAt, isTruncated } = Object(value);
  return (
    isText(url) &&
    (status === undefined || Number.isInteger(status)) &&
    EFFECTS.some((name) => name === effect) &&
    Number.isFinite(fetchedAt) &&
    (isTruncated === undefined || typeof isTruncated === 'boolean')
  );
};

const purposes: ReadonlySet<unknown> = new Set(knownCrawlers.flatMap((crawler) => crawler.purposes));

const isBlocking = (value: unknown) => {
  const { purposes: blocked, except, signals } = Object(value);
  return (
    Array.isArray(blocked) &&
    blocked.every((purpose) => purposes.has(purpose)) &&
    Array.isArray(except) &&
    except.every((name) => isText(name) && crawlerProfile(name) !== undefined) &&
    typeof signals === 'boolean'
  );
};

const CHECKS: Checks = {
  isStarted: (value) => typeof value === 'boolean',
  robotsTxt: isText,
  before: isText,
  urls: isText,
  urlSource: (value) => URL_SOURCES.some((source) => source === value),
  fetchedFrom: (value) => value === undefined || isFetchedFrom(value),
  productTokens: Array.isArray,
  dialect: (value) => value === undefined || isDialect(value),
  blocking: isBlocking,
  liveUrl: isText,
  view: (value) => VIEW_NAMES.some((name) => name === value),
  chosen: (value) => value === undefined || isCheck(value),
};

const KEYS = Object.keys(CHECKS) as (keyof SharedValues)[];

function isCheck(value: unknown): value is Check {
  const { url, productToken } = Object(value);
  return isText(url) && isText(productToken) && isValidCheck(url, productToken);
}

/** Returns JSON in which `undefined` becomes null and URLs have no credentials. */
export function writeState(state: SharedValues): string {
  const { urls, liveUrl, chosen } = state;
  const values = {
    ...state,
    urls: withoutCredentials(urls),
    liveUrl: withoutCredentials(liveUrl),
    chosen: chosen && { ...chosen, url: withoutCredentials(chosen.url) },
  };
  return JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, values[key] ?? null])));
}

/**
 * A line up to the end of the credentials in its URL, or in its reference to a host such as `//me@example.com`. Linear, because the
 * white space at its start does not continue on the next line.
 */
const CREDENTIALS = /^([^\S\r\n\u2028\u2029]*(?:[a-z][a-z0-9+.-]*:[/\\]*|\/[/\\]+))[^/\\?#\r\n]*@/gim;

/** Removes user names and passwords from URLs, one per line. No rule is about them. */
function withoutCredentials(urls: string): string {
  return urls.replaceAll(CREDENTIALS, '$1');
}

/**
 * Parses and validates JSON. Ignores unknown members, so that older pages can open newer links. `length: 'any'` also reads
 * what is too long for a link.
 */
export function readState(json: string, length: 'link' | 'any' = 'link'): Partial<SharedValues> | LinkProblem {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return 'damaged';
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return 'damaged';
  const state: Record<string, unknown> = {};
  for (const key of KEYS) {
    if (!Object.hasOwn(data, key)) continue;
    const value = (data as Record<string, unknown>)[key] ?? undefined;
    if (!CHECKS[key](value)) return 'damaged';
    state[key] = value;
  }
  if (length === 'link' && hasTooLongList(state)) return 'too-long';
  const { productTokens = [] } = state as Partial<SharedValues>;
  return productTokens.every(isProductToken) ? state : 'damaged';
}

/** Returns the values that a link contains. An effect or component that calls it depends on all of them. */
export function sharedValues(state: PageState): SharedValues {
  return Object.fromEntries(KEYS.map((key) => [key, state[key].value])) as unknown as SharedValues;
}

/** Whether both produce the same link. */
export function isSameLink(values: SharedValues, otherValues: SharedValues): boolean {
  return KEYS.every((key) => Object.is(values[key], otherValues[key]));
}
