/** A process with its own client that makes the checks its parent requests (`client-process.ts`). */
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { RobotsClient } from '../../src/client/robots-client.js';
import type { ClientEvents, Turn } from '../../src/index.js';
import type { Task, TaskResult } from './client-process.js';
import { openStore } from './store-place.js';

const { place, limits } = JSON.parse(process.argv[2] ?? '');
const client = new RobotsClient({
  userAgent: 'ExampleBot/1.0',
  proxy: 'none',
  guard: false,
  store: openStore(place),
  limits,
});

const storeErrors: string[] = [];
subscribe('repkit:client:store-error', (message) => {
  const { operation } = message as ClientEvents['repkit:client:store-error'];
  storeErrors.push(operation);
});

/** Number of concurrent checks. */
const AT_ONCE = 50;

/** Number of concurrent callers that take turns. */
const CRAWLERS = 5;

async function run({ urls, checks = 0, turns: turnCount = 0 }: Task): Promise<TaskResult> {
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
  return { counters: client.counters, outcomes, rejected, turns, storeErrors };
}

process.on('message', async (task: Task) => {
  process.send?.(await run(task));
});
process.send?.('ready');
