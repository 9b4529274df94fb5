/** The robots.txt of each site, by the client. The one file that loads it: a check of a file goes without. */
import {
  type ClientLimits,
  originOf,
  RobotsClient,
  type RobotsTxtResult,
  type Store,
} from '@repkit/client';
import { CommandError } from './command-error.js';
import type { FetchOptions, StoreChoice } from './fetch-options.js';
import { chosenStore } from './given-store.js';
import type { Io } from './io.js';
import type { Reading } from './reading.js';
import type { RobotsTxtSource } from './robots-txt-source.js';

/** What the source may touch of the world, and where it says what the user should know. */
export interface FetchWorld extends Pick<Io, 'env' | 'platform' | 'homeDirectory' | 'now'> {
  warn(sentence: string): void;
}

/** Many more than are asked at once; memory is bounded by it in runs over millions of origins. */
const MOST_ANSWERS = 4096;

/**
 * Asks each origin once in a run, or not at all where the store knows. Rejects with a CommandError for a store or a proxy
 * that is none.
 */
export async function fetchedRobotsTxt(
  reading: Reading,
  options: FetchOptions,
  world: FetchWorld,
): Promise<RobotsTxtSource> {
  const store = await storeOf(options.store, world);
  const client = openClient(reading, options, store, world);
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
    if (error instanceof CommandError) throw error;
    world.warn(withoutStore(error instanceof Error ? error.message : String(error)));
    return undefined;
  }
}

/** Throws a CommandError for a proxy that is none. */
export function openClient(
  { policy, dialect }: Reading,
  { guard, userAgent, timeoutMs }: Pick<FetchOptions, 'guard' | 'userAgent' | 'timeoutMs'>,
  store: Store | undefined,
  { now }: Pick<FetchWorld, 'now'>,
  furtherLimits: Partial<ClientLimits> = {},
): RobotsClient {
  const limits = {
    ...furtherLimits,
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

function withoutStore(why: string): string {
  return `going on without the store: ${why.replace(/\.$/, '')}; or write --store none.`;
}
