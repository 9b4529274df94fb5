/** The robots.txt of each site, by the client. The one file that loads it: a check of a file goes without. */
import { originOf, RobotsClient, type RobotsTxtResult, type Store } from '@repkit/client';
import { SqliteStore } from '@repkit/client/sqlite';
import { CommandError } from './command-error.js';
import type { FetchOptions, StoreChoice } from './fetch-options.js';
import type { Io } from './io.js';
import type { Reading } from './reading.js';
import type { RobotsTxtSource } from './robots-txt-source.js';
import { usualStoreFile } from './usual-store.js';

/** What the source may touch of the world, and where it says what the user should know. */
export interface FetchWorld extends Pick<Io, 'env' | 'platform' | 'homeDirectory' | 'now'> {
  warn(sentence: string): void;
}

/** Asks each origin once in a run, or not at all where the store knows. Throws a CommandError for a proxy that is none. */
export function fetchedRobotsTxt(
  reading: Reading,
  options: FetchOptions,
  world: FetchWorld,
): RobotsTxtSource {
  const store = openStore(options.store, world);
  const client = openClient(reading, options, store, world);
  const answers = new Map<string, Promise<RobotsTxtResult>>();
  const warned = new Set<string>();

  async function ask(url: string): Promise<RobotsTxtResult> {
    const known = options.refresh ? undefined : await client.robotsTxt(url);
    const answer =
      known === undefined || isOfOtherOptions(known) ? await client.refresh(url) : known;
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
      answers.set(origin, answer);
      return answer;
    },
    async close() {
      await client.close();
      await store?.close();
    },
  };
}

/** Never a reason to end, nor to allow anything: then each run asks for itself. */
function openStore(choice: StoreChoice, world: FetchWorld): Store | undefined {
  if (choice.kind === 'none') return undefined;
  try {
    return new SqliteStore({ path: choice.kind === 'file' ? choice.path : usualStoreFile(world) });
  } catch (error) {
    world.warn(withoutStore(error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

function openClient(
  { policy, dialect }: Reading,
  { guard, userAgent, timeoutMs }: FetchOptions,
  store: Store | undefined,
  { now }: FetchWorld,
): RobotsClient {
  const limits = {
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
      dialect,
      store,
      guard,
      limits,
      clock: now,
    });
  } catch (error) {
    // The other options have been looked at; this is the proxy of the environment.
    if (error instanceof TypeError) throw new CommandError(error.message);
    throw error;
  }
}

/** A run without the same `--allow` has found it; it says nothing about the site. */
function isOfOtherOptions({ provenance: { reason, source } }: RobotsTxtResult): boolean {
  return reason === 'refused-address' && source === 'store';
}

function withoutStore(why: string): string {
  return `going on without the store: ${why.replace(/\.$/, '')}; or write --store none.`;
}
