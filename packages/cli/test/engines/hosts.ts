/** Thousands of local hosts with a robots.txt each, and the verdicts of `repkit filter` for their URLs. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { startRedisServer } from '../../../../test/support/redis-server.js';
import { type Site, site } from '../../../../test/support/site.js';
import { makePlace, type Place } from './commands.js';

const LARGE = process.env.REPKIT_ENGINE_URLS;
/** REPKIT_ENGINE_URLS=1000000 repeats the figures of docs/guides/engines.md. */
export const URLS = Number(LARGE ?? 12_000);
export const HOSTS = LARGE === undefined ? 400 : 2000;

export interface Hosts extends Place {
  readonly redis: string;
  /** The rows of `repkit filter` with an archive of the same files. */
  readonly rows: string;
  /** The requests for each robots.txt so far, with a host that has none. */
  requests(): number[];
  /** Resolves once this many requests have arrived. */
  requested(count: number): Promise<void>;
  /** Resolves once this many requests have arrived. This and later ones wait for a response until the result is called. */
  heldFrom(count: number): Promise<() => void>;
}

/** Requests wait for a response from this one on. */
interface Hold {
  readonly from: number;
  readonly reached: () => void;
  readonly released: Promise<void>;
}

/** Returns status and body: every ninth host has no file, and every tenth one fails. */
function answer(host: number): { readonly status: number; readonly body: string } {
  if (host % 9 === 0) return { status: 404, body: '' };
  if (host % 10 === 0) return { status: 403, body: '' };
  return {
    status: 200,
    body: `User-agent: *\nDisallow: /${host % 7}/\n\nUser-agent: ExampleBot\nDisallow: /${host % 5}/\nAllow: /*/9$\n`,
  };
}

/**
 * Writes `urls.tsv`, in which the URLs of a host are far apart, so that all processes need all hosts, and an archive of the
 * hosts, `hosts.ndjson`.
 */
export async function startHosts(): Promise<Hosts> {
  const place = makePlace();
  const counts = new Array<number>(HOSTS).fill(0);
  const total = () => counts.reduce((sum, one) => sum + one, 0);
  let hold: Hold | undefined;
  const { origin }: Site = await site(async (request, response) => {
    const [, high = '', low = ''] = /^127\.1\.(\d+)\.(\d+):/.exec(request.headers.host ?? '') ?? [];
    const host = 250 * Number(high) + Number(low) - 1;
    counts[host] = (counts[host] ?? 0) + 1;
    if (hold !== undefined && total() >= hold.from) {
      hold.reached();
      await hold.released;
    }
    const { status, body } = answer(host);
    response.writeHead(status).end(body);
  }, '0.0.0.0');
  const { port } = new URL(origin);
  const originOf = (host: number) => `http://127.1.${Math.floor(host / 250)}.${(host % 250) + 1}:${port}`;
  const urls = Array.from({ length: URLS }, (_, at) => `${originOf(at % HOSTS)}/${at % 11}/${at}/${at % 13}\n`);
  writeFileSync(join(place.folder, 'urls.tsv'), urls.join(''));
  writeFileSync(join(place.folder, 'hosts.ndjson'), archiveOf(originOf));
  const redis = await startRedisServer();
  onTestFinished(() => redis.stop());
  expected ??= filterArchive(place).then((rows) => rows.replaceAll(`:${port}/`, PORT));
  return {
    ...place,
    redis: redis.url,
    rows: (await expected).replaceAll(PORT, `:${port}/`),
    requests: () => [...counts],
    async requested(count) {
      while (total() < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async heldFrom(from) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await new Promise<void>((reached) => {
        hold = { from, reached, released };
      });
      return release;
    },
  };
}

/** The port in `expected`. */
const PORT = '<port>';

/** The rows of `repkit filter`, with a mark for the port. */
let expected: Promise<string> | undefined;

function archiveOf(originOf: (host: number) => string): string {
  const lines = Array.from({ length: HOSTS }, (_, host) => {
    const { status, body } = answer(host);
    const facts = status === 200 ? { robotsTxt: body } : { status };
    return `${JSON.stringify({ origin: originOf(host), ...facts })}\n`;
  });
  return lines.join('');
}

async function filterArchive(place: Place): Promise<string> {
  const argv = ['filter', '--archive', 'hosts.ndjson', '--agent', 'ExampleBot', '--output', 'expected', 'urls.tsv'];
  await promisify(execFile)('repkit', argv, { cwd: place.folder, env: place.env });
  return readFileSync(join(place.folder, 'expected'), 'latin1');
}
