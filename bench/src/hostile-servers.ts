/** Target 9: how hostile sites and unresponsive name servers affect a client and its other origins. */
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { RobotsClient } from '@repkit/client';

export interface FloodFigures {
  readonly name: string;
  /** The access outcome; should be `unreachable`. */
  readonly outcome: string;
  readonly ms: number;
  /** Longest time for which the event loop was blocked. */
  readonly stallMs: number;
}

export interface LookupFigures {
  readonly healthy: number;
  /** Healthy origins that were unreachable. */
  readonly refused: number;
  /** How much longer the slowest healthy origin took than in a run without silent names. */
  readonly delayMs: number;
}

interface Flood {
  readonly start: string;
  readonly unit: Uint8Array;
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
const coded = (coding: string): string => `${HEAD}Content-Encoding: ${coding}\r\n\r\n`;

/** Endless responses that decode to nothing. */
const FLOODS: Readonly<Record<string, Flood>> = {
  'gzip: empty members': { start: coded('gzip'), unit: gzipSync('') },
  'gzip: empty stored blocks': {
    start: `${coded('gzip')}\x1f\x8b\x08\0\0\0\0\0\0\x03`,
    unit: Buffer.from([0, 0, 0, 0xff, 0xff]),
  },
  'br: empty metadata': { start: `${coded('br')}\x6b\x00`, unit: Buffer.from([6]) },
  'chunked: endless extension': {
    start: `${HEAD}Transfer-Encoding: chunked\r\n\r\n1;`,
    unit: Buffer.from('a'),
  },
  'chunked: endless trailers': {
    start: `${HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n`,
    unit: Buffer.from('X: x\r\n'),
  },
  'responses 1xx': { start: '', unit: Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n') },
};

const FLOOD_NAMES: readonly string[] = Object.keys(FLOODS);

const PIECE_BYTES = 64 * 1024;
const USER_AGENT = 'ExampleBot/1.0';

/** Writes as fast as the client reads until it closes the connection. */
function flood(socket: Socket, { start, unit }: Flood): void {
  const piece = Buffer.concat(Array(Math.ceil(PIECE_BYTES / unit.length)).fill(unit));
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('error', () => {}).on('drain', write);
  socket.write(start, 'latin1');
  write();
}

/** Fetches each flood once with the default limits, after one fetch that loads and compiles the code. */
export async function measureFloods(
  names: readonly string[] = FLOOD_NAMES,
): Promise<FloodFigures[]> {
  const figures: FloodFigures[] = [];
  for (const name of [...names.slice(0, 1), ...names]) {
    const sent = FLOODS[name];
    if (sent === undefined) throw new RangeError(`Unknown flood "${name}".`);
    const server = createServer((socket) => socket.once('data', () => flood(socket, sent)));
    const port = await listening(server);
    const client = new RobotsClient({ userAgent: USER_AGENT, proxy: 'none', guard: false });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    const { outcome } = await client.check(`http://127.0.0.1:${port}/`);
    delay.disable();
    figures.push({ name, outcome, ms: performance.now() - began, stallMs: delay.max / 1e6 });
    await client.close();
    await new Promise((resolve) => server.close(resolve));
  }
  return figures.slice(1);
}

export interface LookupExperiment {
  readonly names: number;
  readonly atOnce: number;
  /** The name server ignores queries for one in this many names. */
  readonly silentEach: number;
}

/** Fetches from many origins concurrently. The name server ignores queries for a few of their names. */
export async function measureLookups(experiment: LookupExperiment): Promise<LookupFigures> {
  const site = createServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.end(`${HEAD}Content-Length: 0\r\n\r\n`);
      }),
  );
  const port = await listening(site);
  const nameServer = await startNameServer();
  const before = dns.getServers();
  dns.setServers([nameServer.address]);
  try {
    // The first run also compiles the code.
    await crawl({ ...experiment, silentEach: Infinity }, port);
    const calm = await crawl({ ...experiment, silentEach: Infinity }, port);
    const { healthy, refused, slowestMs } = await crawl(experiment, port);
    return { healthy, refused, delayMs: Math.max(0, slowestMs - calm.slowestMs) };
  } finally {
    dns.setServers(before);
    nameServer.close();
    await new Promise((resolve) => site.close(resolve));
  }
}

let runs = 0;

async function crawl({ names, atOnce, silentEach }: LookupExperiment, port: number) {
  const run = runs++;
  const client = new RobotsClient({
    userAgent: USER_AGENT,
    proxy: 'none',
    guard: false,
    limits: { lookupMs: 2_000 },
  });
  const figures = { healthy: 0, refused: 0, slowestMs: 0 };
  let next = 0;
  const checkNext = async (): Promise<void> => {
    for (let index = next++; index < names; index = next++) {
      const isSilent = index % silentEach === silentEach - 1;
      const began = performance.now();
      const name = `${isSilent ? 'silent' : 'fine'}-${run}-${index}.example`;
      const { outcome } = await client.check(`http://${name}:${port}/`);
      if (isSilent) continue;
      figures.healthy++;
      if (outcome !== 'allowed') figures.refused++;
      figures.slowestMs = Math.max(figures.slowestMs, performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, checkNext));
  await client.close();
  return figures;
}

/** RFC 1035 4.1: a header of 12 bytes, then the labels of the question's name, its type and its class. */
const HEADER_BYTES = 12;
const TYPE_A = 1;

/** Resolves every name to 127.0.0.1, except names that start with "silent", which get no response. */
async function startNameServer(): Promise<{ address: string; close(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, HEADER_BYTES) + 5;
    if (query.toString('latin1', HEADER_BYTES + 1).startsWith('silent')) return;
    const isA = query.readUInt16BE(end - 4) === TYPE_A;
    const answer = Buffer.from(query.subarray(0, end));
    // Recursion available, one question, and one record if the question is for IPv4.
    answer.writeUInt16BE(0x8180, 2);
    answer.writeUInt16BE(isA ? 1 : 0, 6);
    answer.fill(0, 8, HEADER_BYTES);
    const record = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1];
    const reply = Buffer.concat([answer, Buffer.from(isA ? record : [])]);
    socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
