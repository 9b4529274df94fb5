/** Fetches and caches robots.txt files. Only this file imports the client, so checking a local file does not load it. */

import { posix, win32 } from 'node:path';
import { InputError } from '@repkit/bulk';
import {
  type AccessResult,
  originOf,
  RobotsClient,
  type RobotsTxtResult,
  type Store,
} from '@repkit/client';
import { openStore, parseStoreUrl, type StoreLocation } from '@repkit/client/store-url';
import type { Crawler } from '@repkit/core';
import {
  type CustomStore,
  checkingProxy,
  type FetchOptions,
  type StoreChoice,
  timeLimits,
} from '../options/fetch-options.js';
import type { GivenOptions } from '../options/shared-options.js';
import type { Io } from '../program/io.js';

type StoreContext = Pick<Io, 'env' | 'platform' | 'homeDirectory'>;

type FetchContext = StoreContext & Pick<Io, 'now' | 'report'>;

export type FetchedSource = Awaited<ReturnType<typeof fetchedRobotsTxt>>;

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
) {
  const store = await storeOf(options.store, context);
  const { guard, userAgent, timeoutMs } = options;
  const client = await checkingProxy(
    () =>
      new RobotsClient({
        ...given,
        userAgent,
        // Required by the client; queries always name their own product tokens.
        productToken: 'repkit',
        store,
        guard,
        limits: timeLimits(timeoutMs),
        clock: context.now,
      }),
  );
  /** The most recently used lookups, oldest first; others go back to the store. */
  const lookups = new Map<string, Promise<RobotsTxtResult>>();
  const startedAt = context.now();
  const warned = new Set<string>();

  async function lookUp(url: string, signal?: AbortSignal): Promise<RobotsTxtResult> {
    const cached = await client.robotsTxt(url, { signal });
    const isOld = options.refresh && cached.provenance.fetchedAt < startedAt;
    const result = isOld ? await client.refresh(url, { signal }) : cached;
    const { storeError } = result.provenance;
    if (storeError !== undefined && !warned.has(storeError)) {
      warned.add(storeError);
      context.report(storeWarning(storeError));
    }
    return result;
  }

  /** Returns the rules of a URL's site under the given policy and dialect. Does not reject for network errors. */
  function robotsTxtFor(url: string, signal?: AbortSignal): Promise<RobotsTxtResult> {
    const origin = originOf(url) ?? url;
    const lookup = lookups.get(origin) ?? lookUp(url, signal);
    lookups.delete(origin);
    lookups.set(origin, lookup);
    const [oldest = origin] = lookups.keys();
    if (lookups.size > MAX_LOOKUPS) lookups.delete(oldest);
    return lookup;
  }

  /**
   * Returns what the site of a URL permits to a crawler. Does not reject for network errors, but with the reason of the
   * signal, which all calls of a run share.
   */
  async function accessFor(
    url: string,
    crawler: Crawler,
    signal?: AbortSignal,
  ): Promise<AccessResult> {
    const { source } = (await robotsTxtFor(url, signal)).provenance;
    const { access, provenance } = await client.access(url, { crawler, signal });
    // Of the request of this run, if there was one.
    return { access, provenance: { ...provenance, source } };
  }

  async function close(): Promise<void> {
    await client.close();
    await store?.close?.();
  }

  return { robotsTxtFor, accessFor, close };
}

/** Falls back to fetching without a store if it cannot be opened. */
async function storeOf(choice: StoreChoice, context: FetchContext): Promise<Store | undefined> {
  try {
    return await chosenStore(choice, context);
  } catch (error) {
    if (error instanceof InputError) throw error;
    context.report(storeWarning(error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

function storeWarning(why: string): string {
  return `Continuing without the store: ${why.replace(/\.$/, '')}. Use --store none to disable it.`;
}

/** Opens the store; undefined for `none`. Rejects with an InputError for an invalid value, and with other errors on failure. */
export async function chosenStore(
  choice: StoreChoice,
  context: StoreContext,
): Promise<Store | undefined> {
  if (choice.kind === 'none') return undefined;
  return await openStore(
    choice.kind === 'custom'
      ? customLocation(choice)
      : { kind: 'sqlite', path: defaultStoreFile(context) },
  );
}

function customLocation({ url, by }: CustomStore): StoreLocation {
  try {
    return parseStoreUrl(url);
  } catch (error) {
    throw new InputError(`${by}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the path of the default store. Throws if the user has no home folder. */
export function defaultStoreFile(context: StoreContext): string {
  const { join, isAbsolute } = context.platform === 'win32' ? win32 : posix;
  const { XDG_CACHE_HOME: cache } = context.env;
  // XDG Base Directory Specification: relative paths are ignored.
  const isSet = cache !== undefined && isAbsolute(cache);
  return join(...(isSet ? [cache] : cacheFolder(context)), 'repkit', 'robots.sqlite');
}

/** Relative to the home folder. */
const CACHE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  win32: ['AppData', 'Local'],
  darwin: ['Library', 'Caches'],
};

function cacheFolder({ platform, env, homeDirectory }: StoreContext): readonly string[] {
  if (platform === 'win32' && env.LOCALAPPDATA) return [env.LOCALAPPDATA];
  return [homeDirectory(), ...(CACHE_FOLDERS[platform] ?? ['.cache'])];
}
