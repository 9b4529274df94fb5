/** What a link says of the page, and how what it says is checked: links come from strangers. */
import { dialects } from '@repkit/core';
import { isLanguage } from '../messages/messages.js';
import type { AppState, LinkProblem, Question } from '../state/app-state.js';
import { VIEW_NAMES } from '../state/app-state.js';
import { isAskable } from '../state/askable.js';

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
