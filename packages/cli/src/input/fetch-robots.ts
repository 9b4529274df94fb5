/** Fetches and caches robots.txt files. Only this file imports the client, so checking a local file does not load it. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { InputError } from '@repkit/bulk';
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
import {
  type CustomStore,
  checkingProxy,
  type FetchOptions,
  type StoreChoice,
  timeLimits,
} from '../options/fetch-options.js';
import type { InterpretationOptions } from '../options/shared-options.js';
import type { Io } from '../program/io.js';
import { type CacheContext, cachePath } from './cache-path.js';

type FetchContext = CacheContext & Pick<Io, 'now' | 'report'>;

export interface FetchedNow {
  readonly result: RobotsTxtResult;
  /** The response; undefined if another process made the request. */
  readonly outcome: FetchOutcome | undefined;
}

const FETCHES = 'repkit:client:fetch' satisfies ClientEventName;

export type FetchedSource = Awaited<ReturnType<typeof fetchedRobotsTxt>>;

type Source = Provenance['source'];

/** Bounds memory in runs over millions of origins. Far exceeds the number of concurrent requests. */
const MAX_SOURCES = 4096;

/**
 * Returns a source that fetches the robots.txt of each origin at most once per run, and not at all if the store has a fresh
 * copy. Rejects with an InputError for an invalid store or proxy.
 */
export async function fetchedRobotsTxt(
  interpretation: InterpretationOptions,
  options: FetchOptions,
  context: FetchContext,
) {
  const store = await storeOf(options.store, context);
  const { guard, userAgent, timeoutMs } = options;
  const client = await checkingProxy(
    () =>
      new RobotsClient({
        ...interpretation,
        userAgent,
        // Required by the client; queries always name their own product tokens.
        productToken: 'repkit',
        store,
        guard,
        limits: timeLimits(timeoutMs),
        clock: context.now,
      }),
  );
  /** The source of the first read of each origin. Origins beyond the maximum go back to the store. */
  const sources = new Map<string, Promise<Source | undefined>>();
  const startedAt = context.now();
  const warned = new Set<string>();

  /**
   * Returns what the site of a URL permits to a crawler. Results name the source of the first read of the origin, which
   * applies `--refresh`. Does not reject for network errors, but with the reason of the signal, which all calls of a run
   * share.
   */
  async function accessFor(
    url: string,
    crawler: Crawler,
    signal?: AbortSignal,
  ): Promise<AccessResult> {
    if (withoutCredentials(url) !== url) reportOnce(CREDENTIALS_WARNING);
    const read = () => client.access(url, { crawler, signal });
    const origin = originOf(url) ?? url;
    const first = sources.get(origin);
    if (first !== undefined) {
      const source = await first;
      return withSource(await read(), source);
    }
    const result = readFirst(url, signal, read);
    sources.set(origin, sourceOf(result));
    const [oldest = origin] = sources.keys();
    if (sources.size > MAX_SOURCES) sources.delete(oldest);
    return await result;
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
      const result = await client.refresh(url, { signal });
      reportStoreError(result.provenance);
      return { result, outcome };
    } finally {
      unsubscribe(FETCHES, listen);
    }
  }

  async function readFirst(
    url: string,
    signal: AbortSignal | undefined,
    read: () => Promise<AccessResult>,
  ): Promise<AccessResult> {
    let result = await read();
    const { fetchedAt, status } = result.provenance;
    // With a 304, the content is that of the copy.
    if (options.refresh && (fetchedAt < startedAt || status === 304)) {
      const { provenance } = await client.refresh(url, { signal });
      result = withSource(await read(), provenance.source);
    }
    reportStoreError(result.provenance);
    return result;
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

/** Undefined if the read fails, which concerns only its caller: it aborted the read or named an invalid crawler. */
async function sourceOf(result: Promise<AccessResult>): Promise<Source | undefined> {
  try {
    return (await result).provenance.source;
  } catch {
    return undefined;
  }
}

function withSource(result: AccessResult, source: Source | undefined): AccessResult {
  if (source === undefined) return result;
  return { ...result, provenance: { ...result.provenance, source } };
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
  context: CacheContext,
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
export function defaultStoreFile(context: CacheContext): string {
  return cachePath(context, 'robots.sqlite');
}
