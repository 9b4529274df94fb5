/** Servers that mean no good end in the stated result, each within its limit of time. */
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { proofClient, RULES } from '../support/proof.js';
import { respond, startRawServer } from '../support/raw-server.js';

const HEAD = 'HTTP/1.1 200 OK\r\n';

/** Writes again and again until the connection is closed. */
function drip(socket: Socket, octets: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(octets), everyMs);
  socket.on('close', () => clearInterval(timer));
}

interface Hostile {
  readonly name: string;
  readonly answer: (socket: Socket, index: number) => void;
  readonly limits: { readonly totalMs?: number; readonly maxHeaderBytes?: number };
  /** What `/private` is answered. */
  readonly outcome: string;
  readonly reason: string;
  readonly requests?: number;
}

const SHORT = { totalMs: 400 };
const SLOW = { limits: SHORT, outcome: 'unreachable', reason: 'timeout' };
const NOT_HTTP = { limits: {}, outcome: 'unreachable', reason: 'protocol' };

const HOSTILE: readonly Hostile[] = [
  {
    name: 'an endless body: read as far as the limit',
    limits: {},
    outcome: 'disallowed',
    reason: 'rule',
    answer: (socket) => {
      socket.write(`${HEAD}\r\n${RULES}`);
      drip(socket, '# and so on\n'.repeat(10_000), 1);
    },
  },
  {
    name: 'an endless body in chunks of one octet',
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
    name: 'a slow-loris body: never silent for long, and never at an end',
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
    name: 'responses 1xx without an end',
    ...SLOW,
    answer: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 20),
  },
  {
    name: 'a field of 1 MB in the header',
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
    name: '100,000 redirects, each of them slow: as long as the whole attempt may take',
    ...SLOW,
    requests: 3,
    answer: (socket, index) =>
      void setTimeout(() => respond(socket, 302, [`Location: /${index + 1}`]), 150),
  },
  {
    name: 'a Location of 1 MB',
    ...NOT_HTTP,
    answer: (socket) => respond(socket, 302, [`Location: /${'a'.repeat(1_000_000)}`]),
  },
  {
    name: 'a Location of 60,000 octets: none that can be read',
    ...NOT_HTTP,
    reason: 'bad-redirect',
    answer: (socket) => respond(socket, 302, [`Location: /${'a'.repeat(60_000)}`]),
  },
];

/** What a busy machine may add to a limit. */
const MARGIN_MS = 5000;

describe('hostile servers', () => {
  test.each(HOSTILE)('$name', async ({ answer, limits, outcome, reason, requests = 1 }) => {
    const server = await startRawServer((socket, _, index) => answer(socket, index));
    const client = proofClient({ limits });
    const began = performance.now();
    const decision = await client.check(`${server.origin}/private`);
    expect(performance.now() - began).toBeLessThan((limits.totalMs ?? 0) + MARGIN_MS);
    expect(decision).toMatchObject({ outcome, reason });
    expect(server.lines.length).toBeLessThanOrEqual(requests);
    // Whatever became of it, no connection is left open.
    await expect.poll(() => server.open).toBe(0);
    const asked = server.lines.length;
    await client.check(`${server.origin}/open`);
    expect(server.lines).toHaveLength(asked);
  });
});
