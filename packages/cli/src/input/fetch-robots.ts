/** Fetches and caches robots.txt files. Only this file imports the client, so checking a local file does not load it. */

import { posix, win32 } from 'node:path';
import { InputError } from '@repkit/bulk';
import {
  originOf,
  type Provenance,
  RobotsClient,
  type RobotsTxtResult,
  type Store,
} from '@repkit/client';
import { openStore, parseStoreUrl, type StoreLocation } from '@repkit/client/store-url';
import type { Access, Crawler } from '@repkit/core';
import {
  type CustomStore,
  type FetchOptions,
  invalidProxy,
  type StoreChoice,
  timeLimits,
} from '../options/fetch-options.js';
import type { GivenOptions } from '../options/shared-options.js';
import type { Io } from '../program/io.js';

export interface FetchContext extends Pick<Io, 'env' | 'platform' | 'homeDirectory' | 'now'> {
  warn(sentence: string): void;
}

export interface FetchedSource {
  /** Returns the rules of a URL's site under the given policy and dialect. Does not reject for network errors. */
  robotsTxtFor(url: string): Promise<RobotsTxtResult>;
  /** Returns what the site of a URL permits to a crawler. Does not reject for network errors. */
  accessFor(
    url: string,
    crawler: Crawler,
  ): Promise<{ readonly access: Access; readonly provenance: Provenance }>;
  close(): Promise<void>;
}

/** Bounds memory in runs over millions of origins. Far exceeds the number of concurrent requests. */
const MAX_LOOKUPS = 4096;

/**
 * Returns a source that fetches the robots.txt of each origin at most once per run, and not at all if the store has a fresh
 * copy. Rejects with an InputError for an invalid store or proxy.
 */
export async function fetchedRobotsTxt(
  given: GivenOptions,
  options: FetchOptions,
  context: FetchContext,
): Promise<FetchedSource> {
  const store = await storeOf(options.store, context);
  const client = openClient(given, options, store, context);
  /** The most recently used lookups, oldest first; others go back to the store. */
  const lookups = new Map<string, Promise<RobotsTxtResult>>();
  const startedAt = context.now();
  const warned = new Set<string>();

  async function lookUp(url: string): Promise<RobotsTxtResult> {
    const cached = await client.robotsTxt(url);
    const isOld = options.refresh && cached.provenance.fetchedAt < startedAt;
    const result = isOld ? await client.refresh(url) : cached;
    const { storeError } = result.provenance;
    if (storeError !== undefined && !warned.has(storeError)) {
      warned.add(storeError);
      context.warn(storeWarning(storeError));
    }
    return result;
  }

  function robotsTxtFor(url: string): Promise<RobotsTxtResult> {
    const origin = originOf(url) ?? url;
    const lookup = lookups.get(origin) ?? lookUp(url);
    lookups.delete(origin);
    lookups.set(origin, lookup);
    const [oldest = origin] = lookups.keys();
    if (lookups.size > MAX_LOOKUPS) lookups.delete(oldest);
    return lookup;
  }

  return {
    robotsTxtFor,
    async accessFor(url, crawler) {
      const { source } = (await robotsTxtFor(url)).provenance;
      const { access, provenance } = await client.access(url, { crawler });
      // Of the request of this run, if there was one.
      return { access, provenance: { ...provenance, source } };
    },
    async close() {
      await client.close();
      await store?.close();
    },
  };
}

/** Falls back to fetching without a store if it cannot be opened. */
async function storeOf(choice: StoreChoice, context: FetchContext): Promise<Store | undefined> {
  try {
    return await chosenStore(choice, context);
  } catch (error) {
    if (error instanceof InputError) throw error;
    context.warn(storeWarning(error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

/** Throws an InputError for an invalid proxy. */
function openClient(
  { policy, treat429, dialect }: GivenOptions,
  { guard, userAgent, timeoutMs }: Pick<FetchOptions, 'guard' | 'userAgent' | 'timeoutMs'>,
  store: Store | undefined,
  { now }: Pick<FetchContext, 'now'>,
): RobotsClient {
  try {
    return new RobotsClient({
      userAgent,
      // Required by the client; queries always name their own product tokens.
      productToken: 'repkit',
      policy,
      treat429,
      dialect,
      store,
      guard,
      limits: timeLimits(timeoutMs),
      clock: now,
    });
  } catch (error) {
    throw invalidProxy(error);
  }
}

function storeWarning(why: string): string {
  return `Continuing without the store: ${why.replace(/\.$/, '')}. Use --store none to disable it.`;
}

/** Opens the store; undefined for `none`. Rejects with an InputError for an invalid value, and with other errors on failure. */
export async function chosenStore(
  choice: StoreChoice,
  context: Pick<Io, 'env' | 'platform' | 'homeDirectory'>,
): Promise<Store | undefined> {
  switch (choice.kind) {
    case 'none':
      return undefined;
    case 'custom':
      return await openStore(customLocation(choice));
    case 'default':
      return await openStore({ kind: 'sqlite', path: defaultStoreFile(context) });
  }
}

function customLocation({ url, by }: CustomStore): StoreLocation {
  try {
    return parseStoreUrl(url);
  } catch (error) {
    throw new InputError(`${by}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the path of the default store. Throws if the user has no home folder. */
export function defaultStoreFile(io: Pick<Io, 'env' | 'platform' | 'homeDirectory'>): string {
  const { join, isAbsolute } = io.platform === 'win32' ? win32 : posix;
  const { XDG_CACHE_HOME: cache } = io.env;
  // XDG Base Directory Specification: relative paths are ignored.
  const isSet = cache !== undefined && isAbsolute(cache);
  return join(...(isSet ? [cache] : cacheFolder(io)), 'repkit', 'robots.sqlite');
}

function cacheFolder({
  platform,
  env,
  homeDirectory,
}: Pick<Io, 'env' | 'platform' | 'homeDirectory'>): string[] {
  switch (platform) {
    case 'win32':
      return env.LOCALAPPDATA ? [env.LOCALAPPDATA] : [homeDirectory(), 'AppData', 'Local'];
    case 'darwin':
      return [homeDirectory(), 'Library', 'Caches'];
    default:
      return [homeDirectory(), '.cache'];
  }
}
