/** Requests that try to take the service down: measures the latency of other requests and the memory of the process. */
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RawClients, startRawClients } from './raw-clients.js';
import { type Running, startProcess } from './running.js';
import { quantile } from './statistics.js';

const COMMAND = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
const PROBE_MS = 20;
/** Clients that send a request but do not read the response. */
const UNREAD_CLIENTS = 60;
const IN_FLIGHT = 8;

/** Limit of the 99th percentile of /healthz, in milliseconds. */
export const HEALTH_TARGET_MS = 50;
/** The deployment files allow 1 GiB. */
const MEMORY_TARGET_MEBIBYTES = 768;

/** Results for one kind of request. */
export interface HostileFigures {
  readonly name: string;
  /** Latencies of /healthz in milliseconds. */
  readonly health: readonly number[];
  /** Peak memory of the process in MiB. */
  readonly peakRss: number;
  /** Count per status; 0 stands for a broken connection. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly largestResponse: number;
}

interface Attack {
  readonly name: string;
  readonly path: string;
  /** Of a POST; without it, the request is a GET. */
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Clients that write raw bytes in addition, or alone if `path` is empty. They come from other addresses. */
  readonly raw?: RawClients;
}

function rawPost(path: string, headers: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
}

/** Clients that send a request but do not read the response. */
function unread(path: string, body: Buffer): RawClients {
  const header = rawPost(path, `Content-Length: ${body.length}`);
  return { count: UNREAD_CLIENTS, first: Buffer.concat([Buffer.from(header), body]) };
}

/** Attacks that are cheap to send: they hold connections, memory or the event loop. */
function holdingAttacks(origin: string): Attack[] {
  const small = bytes({ robotsTxt: 'User-agent: *' });
  const [before = '', after = ''] = small.toString('latin1').split('*');
  return [
    {
      name: 'bodies that drip after early responses, 80 clients; lints of others',
      path: '/v1/lint',
      body: small,
      raw: {
        count: 80,
        first: rawPost('/nothing', 'Transfer-Encoding: chunked'),
        drip: '1\r\na\r\n',
      },
    },
    {
      name: 'silent bodies of 2.9 MB, 23 clients; large lints of others',
      path: '/v1/lint',
      body: bytes({ robotsTxt: '# \n'.repeat(100_000) }),
      raw: {
        count: 23,
        first: rawPost('/v1/lint', 'Content-Length: 2900000').concat('{"robotsTxt":"'),
      },
    },
    {
      name: 'invalid UTF-8',
      path: '/v1/lint',
      body: Buffer.from(`${before}\xff${after}`, 'latin1'),
    },
    {
      name: 'cross-site requests of a web page',
      path: `/v1/robots?refresh=true&origin=${encodeURIComponent(origin)}`,
      headers: { 'sec-fetch-site': 'cross-site' },
    },
    {
      name: 'sitemap of elements that never close',
      path: `/v1/sitemap?origin=${encodeURIComponent(origin)}`,
    },
    // Last, because memory is measured per process and this attack raises it the most.
    {
      name: 'unread pipelined requests, 500 clients',
      path: '',
      raw: {
        count: 500,
        first: 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1400),
      },
    },
  ];
}

const bytes = (body: object): Buffer => Buffer.from(JSON.stringify(body));

/** 55,000 rules, all of which match. */
const MATCHING = `User-agent: *\n${'Allow: /\n'.repeat(55_000)}`;
/** Twice as many lines as the parser accepts. */
const BAD = 'a\n'.repeat(500_000);

function attacks(hostileSite: string): Attack[] {
  const many = Array.from({ length: 2000 }, (_, at) => `/${at}`);
  const explained = { productTokens: ['Bot'], explain: true };
  const ofSite = (count: number) => many.slice(0, count).map((path) => hostileSite + path);
  const stars = Array.from({ length: 3000 }, (_, at) => `Disallow: /*a${at}*b${at % 7}*c\n`);
  const complex = `User-agent: *\n${stars.join('')}`;
  const given = bytes({ urls: many, ...explained, robotsTxt: MATCHING });
  const lint = bytes({ robotsTxt: BAD });
  return [
    { name: 'lint of bad lines', path: '/v1/lint', body: lint },
    { name: 'lint of complex rules', path: '/v1/lint', body: bytes({ robotsTxt: complex }) },
    {
      name: 'diff of complex rules',
      path: '/v1/diff',
      body: bytes({ before: complex, after: `${complex}Allow: /*a1*c\n` }),
    },
    { name: 'explained checks, given file', path: '/v1/check', body: given },
    {
      name: 'explained checks, site, 50 URLs',
      path: '/v1/check',
      body: bytes({ urls: ofSite(50), ...explained }),
    },
    {
      name: 'explained checks, site, 2,000 URLs',
      path: '/v1/check',
      body: bytes({ urls: ofSite(2000), ...explained }),
    },
    { name: 'unread lints', path: '', raw: unread('/v1/lint', lint) },
    {
      name: 'unread large responses',
      path: '',
      raw: unread(
        '/v1/check',
        bytes({
          urls: Array.from({ length: 90 }, (_, at) => `/${'a'.repeat(8000)}${at}`),
          productTokens: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
          robotsTxt: '',
        }),
      ),
    },
    ...holdingAttacks(hostileSite),
  ];
}

/** Sends each kind of request for `secondsEach` seconds to one process. */
export async function runHostile(secondsEach: number): Promise<HostileFigures[]> {
  const markup = `<urlset>${'<a>'.repeat(500_000)}${'</b>'.repeat(500_000)}`;
  const site = createServer((request, response) => {
    const isSitemap = request.url === '/sitemap.xml';
    response.setHeader('content-type', 'text/plain').end(isSitemap ? markup : MATCHING);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    const figures: HostileFigures[] = [];
    const service = await startService('warn');
    try {
      for (const attack of attacks(origin)) figures.push(await run(attack, service, secondsEach));
    } finally {
      await service.end();
    }
    const stalled = await startService('info', 'stalls');
    try {
      figures.push(await run(STALLED_LOG, stalled, secondsEach));
    } finally {
      await stalled.end();
    }
    return figures;
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

/** Requests whose log lines nobody reads. The service must also end on SIGTERM. */
const STALLED_LOG: Attack = {
  name: 'a log reader that stalls',
  path: '/v1/check',
  body: bytes({ urls: ['/'], productTokens: ['Bot'], robotsTxt: '' }),
};

function startService(level: 'warn' | 'info', output?: 'stalls'): Promise<Running> {
  const options = ['--port', '0', '--allow', '127.0.0.1', '--rate-limit', 'none'];
  return startProcess(
    process.execPath,
    [COMMAND, 'serve', ...options, '--store', 'memory', '--log-level', level],
    /http:\/\/\S+(?=\/ )/,
    output,
  );
}

async function run(attack: Attack, service: Running, seconds: number): Promise<HostileFigures> {
  const finished = new AbortController();
  const statuses = new Map<number, number>();
  let largestResponse = 0;
  const count = (status: number, size: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    largestResponse = Math.max(largestResponse, size);
  };
  const { name, path, raw } = attack;
  const closeRaw = raw && startRawClients(raw, service.found);
  const stop = path === '' ? undefined : keepInFlight(attack, service, finished.signal, count);
  const { health, peakRss } = await probe(service, seconds);
  finished.abort();
  await closeRaw?.();
  await stop?.();
  return { name, health, peakRss, statuses, largestResponse };
}

/** Requests /healthz at a fixed rate, without waiting for responses. */
async function probe({ found: url, pid }: Running, seconds: number) {
  const agent = new Agent({ keepAlive: true });
  const health: number[] = [];
  const pending: Promise<void>[] = [];
  let peakRss = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const began = performance.now();
    pending.push(
      send(agent, 'GET', `${url}/healthz`).then(() => {
        health.push(performance.now() - began);
      }),
    );
    peakRss = Math.max(peakRss, residentMebibytes(pid));
    await sleep(PROBE_MS);
  }
  await Promise.all(pending);
  agent.destroy();
  return { health, peakRss };
}

/** Keeps requests in flight. Returns a function that stops them. */
function keepInFlight(
  { path, body, headers }: Attack,
  { found: url }: Running,
  signal: AbortSignal,
  count: (status: number, size: number) => void,
): () => Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const { status, size } = await send(
        agent,
        body === undefined ? 'GET' : 'POST',
        url + path,
        body,
        headers,
      );
      if (!signal.aborted) count(status, size);
      // The service is at capacity: retry later.
      if (status === 503) await sleep(100);
    }
  };
  const all = Promise.all(Array.from({ length: IN_FLIGHT }, one));
  return async () => {
    agent.destroy();
    await all;
  };
}

function send(
  agent: Agent,
  method: string,
  url: string,
  body?: Buffer,
  furtherHeaders: Attack['headers'] = {},
): Promise<{ readonly status: number; readonly size: number }> {
  return new Promise((resolve) => {
    const ofBody = body && { 'content-type': 'application/json', 'content-length': body.length };
    const headers = { ...furtherHeaders, ...ofBody };
    const failed = (): void => resolve({ status: 0, size: 0 });
    const clientRequest = request(url, { agent, method, headers }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('error', failed);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, size }));
    });
    clientRequest.on('error', failed);
    clientRequest.end(body);
  });
}

export function residentMebibytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

export function missesTarget({ health, peakRss, statuses }: HostileFigures): boolean {
  const isSlow = quantile(health, 0.99) > HEALTH_TARGET_MS;
  return isSlow || peakRss > MEMORY_TARGET_MEBIBYTES || statuses.has(0) || statuses.has(500);
}

export function hostileLines(all: readonly HostileFigures[]): string[] {
  const title = `hostile requests, ${IN_FLIGHT} in flight or ${UNREAD_CLIENTS} unread: 99 % of /healthz within ${HEALTH_TARGET_MS} ms, and at most ${MEMORY_TARGET_MEBIBYTES} MiB`;
  const lines = all.map((figures) => {
    const { name, health, peakRss, statuses, largestResponse } = figures;
    const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
    const parts = [
      `/healthz 50 % ${quantile(health, 0.5).toFixed(1)} ms, 99 % ${quantile(health, 0.99).toFixed(1)} ms`,
      `${peakRss.toFixed(0)} MiB`,
      ...(counts === '' ? [] : [counts, `largest ${(largestResponse / 1024).toFixed(0)} KiB`]),
    ];
    return `  ${name}: ${parts.join('; ')}${missesTarget(figures) ? ' <- misses the target' : ''}`;
  });
  return [title, ...lines];
}
