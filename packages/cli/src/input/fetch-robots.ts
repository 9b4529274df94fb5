/** Fetches and caches robots.txt files. Only this file imports the client, so checking a local file does not load it. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { InputError, type RuleOverrides } from '@repkit/bulk';
import {
  type AccessResult,
  type ClientEventName,
  type ClientEvents,
  type FetchOutcome,
  originOf,
  type Provenance,
  RobotsClient,
  type RobotsTxtResult,
  type Store,
} from '@repkit/client';
import { openStore, parseStoreUrl, type StoreLocation } from '@repkit/client/store-url';
import type { Crawler } from '@repkit/core';
import { CREDENTIALS_WARNING, withoutCredentials } from '../options/checked-values.js';
import { type CustomStore, checkingProxy, type FetchOptions, type StoreChoice, timeLimits } from '../options/fetch-options.js';
import { type Io, stoppedBy } from '../program/io.js';
import { type CacheContext, cachePath } from './cache-path.js';

type FetchContext = CacheContext & Pick<Io, 'now' | 'report' | 'interruption'>;

export interface FetchedNow {
  readonly result: RobotsTxtResult;
  /** The response; undefined if another process made the request. */
  readonly outcome: FetchOutcome | undefined;
}

const FETCHES = 'repkit:client:fetch' satisfies ClientEventName;

export type FetchedSource = Awaited<ReturnType<typeof fetchedRobotsTxt>>;

/** Bounds memory in runs over millions of origins. Far exceeds the number of concurrent requests. */
const MAX_REFRESHES = 4096;

/**
 * Returns a source that fetches the robots.txt of each origin at most once per run, and not at all if the store has a fresh
 * copy. Rejects with an InputError for an invalid store or proxy.
 */
export async function fetchedRobotsTxt(overrides: RuleOverrides, options: FetchOptions, context: FetchContext) {
  const store = await storeOf(options.store, context);
  const { guard, userAgent, timeoutMs } = options;
  const client = await checkingProxy(
    () =>
      new RobotsClient({
        ...overrides,
        userAgent,
        // Required by the client; queries always name their own product tokens.
        productToken: 'repkit',
        store,
        guard,
        limits: timeLimits(timeoutMs),
        clock: context.now,
      }),
  );
  /** The forced fetch of each origin. One that is dropped is not repeated unless it failed. */
  const refreshes = new Map<string, Promise<unknown>>();
  const startedAt = context.now();
  const warned = new Set<string>();

  /**
   * Returns what the site of a URL permits to a crawler. Does not reject for network errors, but with the reason of the signal,
   * which all calls of a run share.
   */
  async function accessFor(url: string, crawler: Crawler, signal?: AbortSignal): Promise<AccessResult> {
    if (withoutCredentials(url) !== url) reportOnce(CREDENTIALS_WARNING);
    return await untilInterrupted(signal, (stop) => fetchAccess(url, crawler, stop));
  }

  async function fetchAccess(url: string, crawler: Crawler, signal: AbortSignal): Promise<AccessResult> {
    let result = await client.access(url, { crawler, signal });
    const { fetchedAt, status } = result.provenance;
    // With a 304, the content is that of the copy.
    if (options.refresh && (fetchedAt < startedAt || status === 304)) {
      await refreshOnce(url, signal);
      result = await client.access(url, { crawler, signal });
    }
    reportStoreError(result.provenance);
    return ofThisRun(result);
  }

  let fetches = 0;
  let settled = new AbortController();
  let interrupted = settled.signal;

  /**
   * Ends a fetch without a signal if the process is interrupted: otherwise its lock would stay in the store, and the next run
   * would wait for it.
   */
  async function untilInterrupted<Result>(
    signal: AbortSignal | undefined,
    fetch: (stop: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (signal !== undefined) return await fetch(signal);
    if (fetches === 0) {
      settled = new AbortController();
      interrupted = context.interruption(settled.signal);
    }
    fetches++;
    try {
      return await fetch(interrupted);
    } catch (error) {
      throw interrupted.aborted ? stoppedBy(interrupted) : error;
    } finally {
      fetches--;
      // From here on, an interruption ends the process at once.
      if (fetches === 0) settled.abort();
    }
  }

  /** Replaces the source `memory`, which only the client distinguishes: a copy is from the store, or was fetched in this run. */
  function ofThisRun(result: AccessResult): AccessResult {
    const { provenance } = result;
    const fetched = provenance.source === 'memory' ? 'fetched' : provenance.source;
    const source = provenance.fetchedAt < startedAt ? 'store' : fetched;
    return { ...result, provenance: { ...provenance, source } };
  }

  async function refreshOnce(url: string, signal: AbortSignal): Promise<void> {
    const origin = originOf(url) ?? url;
    const refresh = refreshes.get(origin) ?? client.refresh(url, { signal });
    refreshes.set(origin, refresh);
    const [oldest = origin] = refreshes.keys();
    if (refreshes.size > MAX_REFRESHES) refreshes.delete(oldest);
    await refresh;
  }

  /**
   * Fetches the robots.txt of a site, even if the store has a fresh copy. Does not reject for network errors, but with the
   * reason of the signal.
   */
  async function fetchNow(url: string, signal?: AbortSignal): Promise<FetchedNow> {
    let outcome: FetchOutcome | undefined;
    const origin = originOf(url);
    const listen = (message: unknown): void => {
      const fetched = message as ClientEvents['repkit:client:fetch'];
      if (fetched.origin === origin) outcome = fetched.outcome;
    };
    subscribe(FETCHES, listen);
    try {
      const result = await untilInterrupted(signal, (stop) => client.refresh(url, { signal: stop }));
      reportStoreError(result.provenance);
      return { result, outcome };
    } finally {
      unsubscribe(FETCHES, listen);
    }
  }

  function reportStoreError({ storeError }: Provenance): void {
    if (storeError !== undefined) reportOnce(storeWarning(storeError));
  }

  function reportOnce(warning: string): void {
    if (warned.has(warning)) return;
    warned.add(warning);
    context.report(warning);
  }

  async function close(): Promise<void> {
    await client.close();
    await store?.close?.();
  }

  return { accessFor, fetchNow, close };
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
export async function chosenStore(choice: StoreChoice, context: CacheContext): Promise<Store | undefined> {
  if (choice.kind === 'none') return undefined;
  return await openStore(choice.kind === 'custom' ? customLocation(choice) : { kind: 'sqlite', path: defaultStoreFile(context) });
}

function customLocation({ url, by }: CustomStore): StoreLocation {
  try {
    return parseStoreUrl(url);
  } catch (error) {
    throw new InputError(`${by}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the path of the default store. Throws if the user has no home folder. */
export function defaultStoreFile(context: CacheContext): string {
  return cachePath(context, 'robots.sqlite');
}
