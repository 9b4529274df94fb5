/**
 * Measures possible leaks in a separate process. Arguments: the origins of a site with rules, of one that resets
 * connections, of one that never responds, and of one with long header fields. Prints one line of JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { RobotsClient } from '../../src/client/robots-client.js';
import type { Transport } from '../../src/index.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import { transportWith } from './named-transport.js';
import { http } from './outcomes.js';

export interface Leaks {
  /** Memory in bytes after some fetches, and after all. */
  readonly heap: Readonly<Record<'hosts' | 'origins' | 'texts', readonly [before: number, after: number]>>;
  readonly fetches: number;
  /** Active resources: before any fetch, after some, and after many. */
  readonly resources: readonly number[];
  /** Node.js warnings, such as about too many listeners. */
  readonly warnings: readonly string[];
}

const ORIGINS = 50_000;
const BOUND = 1000;
/** About the size of a stored entry with its body. */
const STORED_BYTES = 1000;
const HOSTS = 400;
const BOUND_OF_HOSTS = 50;
const LONG_URLS = 300;
const LONG_URL_LENGTH = 50_000;
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

async function heapInUse(): Promise<number> {
  // Objects finalized in a separate turn are gone after it.
  for (let turn = 0; turn < 3; turn++) {
    await sleep(1);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

/** Real connections to hosts that are used once: working, lost, refused, and without an address. */
async function manyHosts(ports: readonly string[]): Promise<readonly [before: number, after: number]> {
  const lookup = async (name: string) => {
    if (!name.startsWith('none')) return [{ address: '127.0.0.1', family: 4 }];
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  };
  const transport = transportWith(lookup);
  const limits = { memoryOrigins: BOUND_OF_HOSTS };
  const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', transport, limits });
  let before = 0;
  for (let index = 0; index < HOSTS; index++) {
    if (index === 4 * BOUND_OF_HOSTS) before = await heapInUse();
    const origins = ports.map((port) => `http://host-${index}.example:${port}/`);
    origins.push(`http://none-${index}.example/`, `http://host-${index}.example:1/`);
    await Promise.all(origins.map((origin) => client.isAllowed(origin)));
  }
  const after = await heapInUse();
  await client.close();
  return [before, after];
}

/** Ended sockets close in separate turns, later on a busy machine. */
async function resourcesAtRest(): Promise<number> {
  for (let left = 100; left > 0 && process.getActiveResourcesInfo().length > atStart; left--) {
    await sleep(50);
  }
  return process.getActiveResourcesInfo().length;
}

async function manyOrigins(): Promise<readonly [before: number, after: number]> {
  const body = `User-agent: *\nDisallow: /private\n${'# some rules\n'.repeat(20)}`;
  const store = new MemoryStore({ maxBytes: BOUND * STORED_BYTES });
  let count = 0;
  const transport: Transport = {
    fetch: async () => (count++ % 3 === 0 ? http(503) : http(200, body)),
    close: async () => {},
  };
  const client = new RobotsClient({
    userAgent: 'ExampleBot/1.0',
    transport,
    store,
    limits: { memoryOrigins: BOUND },
  });
  let before = 0;
  for (let index = 0; index < ORIGINS; index++) {
    if (index === 5 * BOUND) before = await heapInUse();
    await client.isAllowed(`https://host-${index}.example/private`);
  }
  const after = await heapInUse();
  // Referenced to the end, so that its memory is measured.
  await client.isAllowed('https://host-0.example/private');
  await client.close();
  return [before, after];
}

/** Long URLs of hosts whose header fields are long: only short parts of both are cached. */
async function longTexts(port: string): Promise<readonly [before: number, after: number]> {
  const transport = transportWith(async () => [{ address: '127.0.0.1', family: 4 }]);
  const client = new RobotsClient({ userAgent: 'ExampleBot/1.0', transport });
  let before = 0;
  for (let index = 0; index < LONG_URLS; index++) {
    if (index === LONG_URLS / 3) before = await heapInUse();
    const path = `${index}`.padEnd(LONG_URL_LENGTH, '/page');
    await client.isAllowed(`http://long-${index}.example:${port}/${path}`);
  }
  const after = await heapInUse();
  await client.isAllowed(`http://long-0.example:${port}/`);
  await client.close();
  return [before, after];
}

async function manyFetches(sites: readonly string[]): Promise<Pick<Leaks, 'fetches' | 'resources'>> {
  const client = new RobotsClient({
    userAgent: 'ExampleBot/1.0',
    proxy: 'none',
    guard: false,
    limits: { totalMs: 50 },
  });
  const counts: number[] = [];
  for (const rounds of [20, 80]) {
    for (let round = 0; round < rounds; round++) {
      await Promise.all(sites.map((site) => client.refresh(site)));
    }
    counts.push(await resourcesAtRest());
  }
  await client.close();
  return { fetches: client.counters.fetches, resources: [atStart, ...counts] };
}

const atStart = process.getActiveResourcesInfo().length;
const sites = process.argv.slice(2, -1);
const longFields = process.argv.at(-1) ?? '';
const ofFetches = await manyFetches(sites);
const ports = sites.slice(0, 2).map((site) => new URL(site).port);
const hosts = await manyHosts(ports);
const origins = await manyOrigins();
const texts = await longTexts(new URL(longFields).port);
const leaks: Leaks = { heap: { hosts, origins, texts }, ...ofFetches, warnings };
process.stdout.write(JSON.stringify(leaks));
