/**
 * What the page shows as the fragment of a URL: JSON, compressed, in base64url. Links come from strangers, so all that one
 * says is checked.
 */
import { dialects } from '@repkit/core';
import { isLanguage } from '../messages/messages.js';
import { type AppState, type LinkProblem, type Question, VIEW_NAMES } from '../state/app-state.js';
import { isAskable } from '../state/url-lines.js';

/** Longer ones are cut by browsers and by what sends links. */
export const MOST_FRAGMENT_CHARACTERS = 262_144;
/** What a fragment may grow to: a few characters can stand for gigabytes. */
const MOST_BYTES = 8 * 1024 * 1024;

const BEGIN = '#v1=';
const BEGIN_OF_ANY = /^#v\d+=/;

/** Begins with `#`. It may be longer than `MOST_FRAGMENT_CHARACTERS`: such a link cannot be used. */
export async function writeFragment(state: SharedState): Promise<string> {
  const packed = new Blob([writeState(state)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  // RFC 4648 5, without padding.
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return BEGIN + text;
}

/** Unpacks at most `MOST_BYTES`, whatever the fragment. */
export async function readFragment(fragment: string): Promise<Partial<SharedState> | LinkProblem> {
  if (!fragment.startsWith(BEGIN)) return BEGIN_OF_ANY.test(fragment) ? 'newer' : 'damaged';
  if (fragment.length > MOST_FRAGMENT_CHARACTERS) return 'too-long';
  let left = MOST_BYTES;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error();
      else controller.enqueue(chunk);
    },
  });
  try {
    const text = fragment.slice(BEGIN.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    const unpacked = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .pipeThrough(bound);
    return readState(await new Response(unpacked).text());
  } catch {
    return left < 0 ? 'too-long' : 'damaged';
  }
}

/** All but what follows from it. */
export type SharedState = Omit<AppState, 'lit' | 'linkProblem'>;

type Checks = { readonly [Key in keyof SharedState]: (value: unknown) => boolean };

const isText = (value: unknown) => typeof value === 'string';
const isDialect = (value: unknown) => isText(value) && Object.hasOwn(dialects, String(value));
const isProductToken = (value: unknown) => isQuestion({ url: '/', productToken: value });

const CHECKS: Checks = {
  robotsTxt: isText,
  before: isText,
  urls: isText,
  productTokens: (value) => Array.isArray(value) && value.every(isProductToken),
  productToken: isProductToken,
  dialect: isDialect,
  explainedDialect: (value) => value === undefined || isDialect(value),
  liveUrl: isText,
  view: (value) => VIEW_NAMES.some((name) => name === value),
  language: (value) => isText(value) && isLanguage(String(value)),
  chosen: (value) => value === undefined || isQuestion(value),
};

const KEYS = Object.keys(CHECKS) as (keyof SharedState)[];

function isQuestion(value: unknown): value is Question {
  const { url, productToken } = Object(value);
  return isText(url) && isText(productToken) && isAskable(url, productToken);
}

/** As JSON, which knows no `undefined`. */
export function writeState(state: SharedState): string {
  return JSON.stringify(Object.fromEntries(KEYS.map((key) => [key, state[key] ?? null])));
}

/**
 * What the JSON says; members that are not known are passed over, so that older pages read newer links as far as they can.
 */
export function readState(json: string): Partial<SharedState> | LinkProblem {
  let said: unknown;
  try {
    said = JSON.parse(json);
  } catch {
    return 'damaged';
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return 'damaged';
  const state: Record<string, unknown> = {};
  for (const key of KEYS) {
    if (!Object.hasOwn(said, key)) continue;
    const value = (said as Record<string, unknown>)[key] ?? undefined;
    if (!CHECKS[key](value)) return 'damaged';
    state[key] = value;
  }
  return state;
}

/** Whether a link would be the same for both. */
export function isSameState(one: SharedState, other: SharedState): boolean {
  return KEYS.every((key) => Object.is(one[key], other[key]));
}
