/** A process with its own clients that makes the checks its parent requests (`client-process.ts`). */
import { subscribe } from 'node:diagnostics_channel';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { RobotsClient } from '../../src/client/robots-client.js';
import type { ClientEvents, Turn } from '../../src/index.js';
import type { Task, TaskResult } from './client-process.js';
import { openStore, type StoreLocation } from './store-place.js';

const limits = JSON.parse(process.argv[2] ?? '');
const clients = new Map<string, RobotsClient>();

/** Returns the client of this process for a store. */
function clientFor(place: StoreLocation): RobotsClient {
  const key = JSON.stringify(place);
  const client =
    clients.get(key) ??
    new RobotsClient({
      userAgent: 'ExampleBot/1.0',
      proxy: 'none',
      guard: false,
      store: openStore(place),
      limits,
    });
  clients.set(key, client);
  return client;
}

const storeErrors: string[] = [];
subscribe('repkit:client:store-error', (message) => {
  const { operation } = message as ClientEvents['repkit:client:store-error'];
  storeErrors.push(operation);
});

/** Number of concurrent checks. */
const AT_ONCE = 50;

/** Number of concurrent callers that take turns. */
const CRAWLERS = 5;

async function run({ place, urls, checks = 0, turns: turnCount = 0 }: Task): Promise<TaskResult> {
  const client = clientFor(place);
  const { fetches } = client.counters;
  const outcomes: Record<string, number> = {};
  const rejected: string[] = [];
  const check = async (index: number): Promise<void> => {
    try {
      const { outcome } = await client.check(urls[index % urls.length] ?? '');
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    } catch (error) {
      rejected.push(String(error));
    }
  };
  for (let done = 0; done < checks; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, checks - done);
    await Promise.all(Array.from({ length: count }, (_, at) => check(done + at)));
  }
  const turns: Turn[] = [];
  const crawl = async (): Promise<void> => {
    for (let count = 0; count < turnCount / CRAWLERS; count++) {
      const turn = await client.schedule(urls[0] ?? '');
      turns.push(turn);
      await sleep(Math.max(0, turn.at - Date.now()));
    }
  };
  await Promise.all(Array.from({ length: CRAWLERS }, crawl));
  return {
    fetches: client.counters.fetches - fetches,
    outcomes,
    rejected,
    turns,
    storeErrors,
  };
}

process.on('message', async (task: Task) => {
  process.send?.(await run(task));
});
// The process may be killed before Node.js saves the cache.
flushCompileCache();
process.send?.('ready');
