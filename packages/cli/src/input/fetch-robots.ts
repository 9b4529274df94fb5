/** Fetches and caches robots.txt files with the client. Only this file loads the client: checking a file does not need it. */

import { posix, win32 } from 'node:path';
import { InputError } from '@repkit/bulk';
import {
  type ClientLimits,
  originOf,
  RobotsClient,
  type RobotsTxtResult,
  type Store,
} from '@repkit/client';
import { openStore, type StorePlace, storePlace } from '@repkit/client/store-url';
import type { FetchOptions, GivenStore, StoreChoice } from '../options/fetch-options.js';
import type { Interpretation } from '../options/shared-options.js';
import type { Io } from '../program/io.js';
import type { RobotsTxtSource } from './read-robots.js';

/** What the source may touch of the world, and where it says what the user should know. */
export interface FetchWorld extends Pick<Io, 'env' | 'platform' | 'homeDirectory' | 'now'> {
  warn(sentence: string): void;
}

/** Many more than are asked at once; memory is bounded by it in runs over millions of origins. */
const MOST_ANSWERS = 4096;

/**
 * Asks each origin once in a run, or not at all where the store knows. Rejects with a InputError for a store or a proxy
 * that is none.
 */
export async function fetchedRobotsTxt(
  interpretation: Interpretation,
  options: FetchOptions,
  world: FetchWorld,
): Promise<RobotsTxtSource> {
  const store = await storeOf(options.store, world);
  const client = openClient(interpretation, options, store, world);
  /** Those used last; whose answer has fallen out is asked for in the store again. */
  const answers = new Map<string, Promise<RobotsTxtResult>>();
  const startedAt = world.now();
  const warned = new Set<string>();

  async function ask(url: string): Promise<RobotsTxtResult> {
    const known = await client.robotsTxt(url);
    const isOld = options.refresh && known.provenance.fetchedAt < startedAt;
    const answer = isOld ? await client.refresh(url) : known;
    const { storeError } = answer.provenance;
    if (storeError !== undefined && !warned.has(storeError)) {
      warned.add(storeError);
      world.warn(withoutStore(storeError));
    }
    return answer;
  }

  return {
    robotsTxtFor(url) {
      const origin = originOf(url) ?? url;
      const answer = answers.get(origin) ?? ask(url);
      answers.delete(origin);
      answers.set(origin, answer);
      const [oldest = origin] = answers.keys();
      if (answers.size > MOST_ANSWERS) answers.delete(oldest);
      return answer;
    },
    async close() {
      await client.close();
      await store?.close();
    },
  };
}

/** One that cannot be opened is no reason to end, nor to allow anything: then each run asks for itself. */
async function storeOf(choice: StoreChoice, world: FetchWorld): Promise<Store | undefined> {
  try {
    return await chosenStore(choice, world);
  } catch (error) {
    if (error instanceof InputError) throw error;
    world.warn(withoutStore(error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

/** Throws an InputError for an invalid proxy. */
export function openClient(
  { policy, treat429, dialect }: Interpretation,
  { guard, userAgent, timeoutMs }: Pick<FetchOptions, 'guard' | 'userAgent' | 'timeoutMs'>,
  store: Store | undefined,
  { now }: Pick<FetchWorld, 'now'>,
  furtherLimits: Partial<ClientLimits> = {},
): RobotsClient {
  const limits = {
    ...furtherLimits,
    lookupMs: timeoutMs,
    connectMs: timeoutMs,
    headersMs: timeoutMs,
    bodyMs: timeoutMs,
    totalMs: timeoutMs,
  };
  try {
    return new RobotsClient({
      userAgent,
      // Never asked for: which crawlers are asked for is another matter than who asks.
      productToken: 'repkit',
      policy,
      treat429,
      dialect,
      store,
      guard,
      limits,
      clock: now,
    });
  } catch (error) {
    // The other options have been looked at; this is the proxy of the environment.
    if (error instanceof TypeError) throw new InputError(error.message);
    throw error;
  }
}

function withoutStore(why: string): string {
  return `going on without the store: ${why.replace(/\.$/, '')}; or write --store none.`;
}

/**
 * Undefined where none is wanted. Rejects with a InputError for what names none, and with other errors, which say why,
 * where it cannot be opened.
 */
export async function chosenStore(
  choice: StoreChoice,
  world: Pick<Io, 'env' | 'platform' | 'homeDirectory'>,
): Promise<Store | undefined> {
  switch (choice.kind) {
    case 'none':
      return undefined;
    case 'given':
      return await openStore(placeOf(choice));
    case 'usual':
      return await openStore({ kind: 'sqlite', path: usualStoreFile(world) });
  }
}

function placeOf({ url, by }: GivenStore): StorePlace {
  try {
    return storePlace(url);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new InputError(`${by}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  }
}

type Place = Pick<Io, 'env' | 'platform' | 'homeDirectory'>;

/** The file in which copies are kept where `--store` is not given. Throws where the user has no home. */
export function usualStoreFile(place: Place): string {
  const { join, isAbsolute } = place.platform === 'win32' ? win32 : posix;
  const { XDG_CACHE_HOME: cache } = place.env;
  // XDG Base Directory Specification: a relative path is to be ignored.
  const isSet = cache !== undefined && isAbsolute(cache);
  return join(...(isSet ? [cache] : cacheFolder(place)), 'repkit', 'robots.sqlite');
}

function cacheFolder({ platform, env, homeDirectory }: Place): string[] {
  switch (platform) {
    case 'win32':
      return env.LOCALAPPDATA ? [env.LOCALAPPDATA] : [homeDirectory(), 'AppData', 'Local'];
    case 'darwin':
      return [homeDirectory(), 'Library', 'Caches'];
    default:
      return [homeDirectory(), '.cache'];
  }
}
