/** Hostile servers give the expected result within the time limit. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { proofClient, RULES } from '../support/proof.js';
import { flood, respond, startRawServer } from '../support/raw-server.js';

const HEAD = 'HTTP/1.1 200 OK\r\n';

/** Writes repeatedly until the connection is closed. */
function drip(socket: Socket, bytes: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(bytes), everyMs);
  socket.on('close', () => clearInterval(timer));
}

interface Hostile {
  readonly name: string;
  readonly answer: (socket: Socket, index: number) => void;
  readonly limits: { readonly totalMs?: number; readonly maxHeaderBytes?: number };
  /** Returns the outcome for `/private`. */
  readonly outcome: string;
  readonly reason: string;
  readonly requests?: number;
}

const SHORT = { totalMs: 400 };
const SLOW = { limits: SHORT, outcome: 'unreachable', reason: 'timeout' };
const NOT_HTTP = { limits: {}, outcome: 'unreachable', reason: 'protocol' };

const HOSTILE: readonly Hostile[] = [
  {
    name: 'an endless body: read up to the limit',
    limits: {},
    outcome: 'disallowed',
    reason: 'rule',
    answer: (socket) => {
      socket.write(`${HEAD}\r\n${RULES}`);
      drip(socket, '# and so on\n'.repeat(10_000), 1);
    },
  },
  {
    name: 'an endless body in chunks of one byte',
    limits: {},
    outcome: 'disallowed',
    reason: 'rule',
    answer: (socket) => {
      const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk(RULES)}`);
      drip(socket, chunk('#').repeat(50_000), 1);
    },
  },
  {
    name: 'a slow-loris body: never silent for long, never complete',
    ...SLOW,
    answer: (socket) => {
      socket.write(`${HEAD}Content-Length: 100000\r\n\r\n${RULES}`);
      drip(socket, '#', 20);
    },
  },
  {
    name: 'a slow-loris header',
    ...SLOW,
    answer: (socket) => {
      socket.write(`${HEAD}X: `);
      drip(socket, 'x', 20);
    },
  },
  {
    name: 'a slow-loris header, field by field',
    ...SLOW,
    answer: (socket) => {
      socket.write(HEAD);
      drip(socket, 'X: x\r\n', 20);
    },
  },
  {
    name: 'endless 1xx responses',
    ...SLOW,
    answer: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 20),
  },
  {
    name: 'a header field of 1 MB',
    ...NOT_HTTP,
    answer: (socket) => respond(socket, 200, [`X: ${'x'.repeat(1_000_000)}`], RULES),
  },
  {
    name: 'a header of 1 MB in small fields',
    ...NOT_HTTP,
    answer: (socket) => respond(socket, 200, Array(50_000).fill('X: 0123456789012345'), RULES),
  },
  {
    name: '100,000 redirects: six requests',
    limits: {},
    outcome: 'allowed',
    reason: 'unavailable',
    requests: 6,
    answer: (socket, index) => {
      if (index === 100_000) respond(socket, 200, [], RULES);
      else respond(socket, 302, [`Location: /${index + 1}`]);
    },
  },
  {
    name: '100,000 slow redirects: limited by the total timeout',
    ...SLOW,
    requests: 10,
    answer: (socket, index) => void setTimeout(() => respond(socket, 302, [`Location: /${index + 1}`]), 150),
  },
  {
    name: 'a Location of 1 MB',
    ...NOT_HTTP,
    answer: (socket) => respond(socket, 302, [`Location: /${'a'.repeat(1_000_000)}`]),
  },
  {
    name: 'a Location of 60,000 bytes: unusable',
    ...NOT_HTTP,
    reason: 'bad-redirect',
    answer: (socket) => respond(socket, 302, [`Location: /${'a'.repeat(60_000)}`]),
  },
];

const coded = (coding: string) => `${HEAD}Content-Encoding: ${coding}\r\n\r\n`;
const chunked = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
/** RFC 7932 9.2: metadata without content; the stream never ends. */
const BROTLI_METADATA = Buffer.from([0x06]);

/** Responses that never end and never decode to a byte. */
const FLOODS: readonly (readonly [name: string, reason: string, start: string, unit: Uint8Array])[] = [
  ['gzip: members of one byte', 'content-encoding', coded('gzip'), gzipSync('a')],
  ['gzip: empty members', 'content-encoding', coded('gzip'), gzipSync('')],
  ['gzip: bytes after the end', 'content-encoding', coded('gzip') + gzipSync('').toString('latin1'), Buffer.alloc(9)],
  [
    'gzip: empty stored blocks',
    'content-encoding',
    `${coded('gzip')}\x1f\x8b\x08\0\0\0\0\0\0\x03`,
    Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]),
  ],
  ['gzip: an endless file name', 'content-encoding', `${coded('gzip')}\x1f\x8b\x08\x08\0\0\0\0\0\x03`, Buffer.from('a')],
  ['br: empty metadata', 'content-encoding', `${coded('br')}\x6b\x00`, BROTLI_METADATA],
  ['chunked: one endless extension', 'protocol', `${chunked}1;`, Buffer.from('a')],
  ['chunked: endless trailers', 'protocol', `${chunked}0\r\n`, Buffer.from('X: x\r\n')],
  ['chunked: one endless trailer', 'protocol', `${chunked}0\r\nX: `, Buffer.from('x')],
  ['responses 1xx', 'protocol', '', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n')],
];

/** Tolerance for a busy machine, below the default `totalMs` of 30 s. */
const MARGIN_MS = 20_000;

describe('hostile servers', () => {
  test.each(HOSTILE)('$name', async ({ answer, limits, outcome, reason, requests = 1 }) => {
    const server = await startRawServer((socket, _, index) => answer(socket, index));
    const client = proofClient({ limits });
    const began = performance.now();
    const decision = await client.check(`${server.origin}/private`);
    expect(performance.now() - began).toBeLessThan((limits.totalMs ?? 0) + MARGIN_MS);
    expect(decision).toMatchObject({
      outcome,
      ...(outcome === 'unreachable' ? { provenance: { reason } } : { reason }),
    });
    expect(server.lines.length).toBeLessThanOrEqual(requests);
    // No connection stays open, whatever the result.
    await expect.poll(() => server.open).toBe(0);
    await client.check(`${server.origin}/open`);
    expect(client.counters.fetches).toBe(1);
  });
});

/**
 * Returns a function that ends the measurement and returns the longest turn of the event loop: in milliseconds of processor time,
 * because other processes may stop this one for a while.
 */
function measureTurns(): () => number {
  let before = process.cpuUsage();
  let longest = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
    next = setImmediate(turn);
  };
  turn();
  return () => {
    clearImmediate(next);
    return longest;
  };
}

describe('a flood that decodes to nothing ends long before any timeout (RFC 9309 2.3.1.4)', () => {
  test.each(FLOODS)('%s', async (_, reason, start, unit) => {
    const server = await startRawServer((socket) => flood(socket, start, unit));
    const client = proofClient();
    const longestTurn = measureTurns();
    const began = performance.now();
    const decision = await client.check(`${server.origin}/private`);
    expect(decision).toMatchObject({ outcome: 'unreachable', provenance: { reason } });
    expect(performance.now() - began).toBeLessThan(MARGIN_MS);
    expect(longestTurn()).toBeLessThan(1000);
    await expect.poll(() => server.open).toBe(0);
  });
});

describe('an FTP server whose replies never end', () => {
  test.each(['\r\n', '331 x\r\n', '220-x\r\n', 'x'])('%j', async (unit) => {
    const server = await startRawServer(
      () => {},
      undefined,
      (socket) => flood(socket, '220 ready\r\n', Buffer.from(unit)),
    );
    const client = proofClient();
    const began = performance.now();
    const decision = await client.check(server.origin.replace('http', 'ftp'));
    expect(decision).toMatchObject({ outcome: 'unreachable', provenance: { reason: 'protocol' } });
    expect(performance.now() - began).toBeLessThan(MARGIN_MS);
    await expect.poll(() => server.open).toBe(0);
  });
});
