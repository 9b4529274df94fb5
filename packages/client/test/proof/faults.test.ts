/** The access table for broken bytes, TLS, names, and connections under each policy. All of them are U, never A. */
import type { Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PolicyName } from '../../src/index.js';
import { FakeClock } from '../support/clock.js';
import { startDnsServer, type Zone } from '../support/dns-server.js';
import { transportWith } from '../support/named-transport.js';
import { casesOf, POLICIES, proofClient, prove, type Row, RULES } from '../support/proof.js';
import { cutOff, type RawServer, respond, startRawServer } from '../support/raw-server.js';

const HEAD = 'HTTP/1.1 200 OK\r\n';
/** The header of a close-delimited body. */
const CLOSING = `${HEAD}Connection: close\r\n\r\n`;
const WHOLE = `Content-Length: ${RULES.length}\r\n\r\n${RULES}`;
const BOMB = gzipSync(Buffer.from(`${RULES}${'#'.repeat(8_000_000)}\n`));
interface FaultRow extends Row {
  /** `index` counts the requests from 0. */
  readonly answer: (socket: Socket, index: number) => unknown;
}

const says = (bytes: string) => (socket: Socket) => socket.end(bytes);
const encoded = (coding: string, body: Uint8Array) => (socket: Socket) =>
  respond(socket, 200, [`Content-Encoding: ${coding}`], body);
const fault = (row: string, reason: string, answer: FaultRow['answer']): FaultRow => ({
  row,
  holds: 'U',
  reason,
  answer,
});

const unreadable = (row: string, answer: FaultRow['answer']): FaultRow => ({
  row,
  holds: 'N',
  reason: 'unreadable',
  answer,
});

const ROWS: readonly FaultRow[] = [
  fault('a reset before the response', 'reset', (socket) => socket.resetAndDestroy()),
  fault('a close before the response', 'reset', (socket) => socket.end()),
  fault('a reset in the header', 'reset', (socket) => {
    socket.write(HEAD);
    setTimeout(() => socket.resetAndDestroy(), 20);
  }),
  fault('a reset in a close-delimited body', 'reset', cutOff(CLOSING + RULES)),
  fault('a reset before the first byte of such a body', 'reset', cutOff(CLOSING)),
  { row: 'a close-delimited body', holds: 'P', answer: says(CLOSING + RULES) },
  fault('a truncated body', 'reset', says(`${HEAD}Content-Length: 1000\r\n\r\n${RULES}`)),
  fault(
    'a truncated body in chunks',
    'reset',
    says(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${RULES.length.toString(16)}\r\n${RULES}\r\n`),
  ),
  fault('bad chunking', 'protocol', says(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n${RULES}\r\n`)),
  fault('a silent server', 'timeout', () => {}),
  fault('a body that stops', 'timeout', (socket) => socket.write(`${HEAD}Content-Length: 999\r\n\r\n${RULES}`)),
  fault('no HTTP', 'protocol', says('SSH-2.0-OpenSSH_9.6\r\n')),
  fault('status 600', 'status', says(`HTTP/1.1 600 What\r\n${WHOLE}`)),
  fault('status 999', 'status', says(`HTTP/1.1 999 What\r\n${WHOLE}`)),
  fault('status 199 and no final response', 'reset', says('HTTP/1.1 199 What\r\n\r\n')),
  fault('status 101 and another protocol', 'protocol', says('HTTP/1.1 101 Up\r\n\r\n\x81\x05hello')),
  unreadable('an unknown content-encoding', encoded('lzma', Buffer.from([0x5d, 0, 0, 0x80]))),
  ...['gzip, chunked', 'xx, chunked'].map((codings) =>
    fault(
      `a transfer-encoding ${codings}`,
      'content-encoding',
      says(`${HEAD}Transfer-Encoding: ${codings}\r\n\r\n${RULES.length.toString(16)}\r\n${RULES}\r\n0\r\n\r\n`),
    ),
  ),
  fault('a transfer-encoding gzip', 'content-encoding', says(`${HEAD}Transfer-Encoding: gzip\r\n\r\n${RULES}`)),
  unreadable('gzip that is invalid', encoded('gzip', Buffer.from(RULES))),
  unreadable('truncated gzip', encoded('gzip', gzipSync(RULES).subarray(0, 30))),
  unreadable('br that is invalid', encoded('br', Buffer.from(RULES))),
  unreadable('deflate', encoded('deflate', deflateSync(RULES))),
  unreadable('gzip without a label', encoded('identity', gzipSync(RULES))),
  unreadable('an image', says(`${HEAD}\r\n\x89PNG\0\0\0`)),
  fault('a redirect without a Location', 'bad-redirect', (socket) => respond(socket, 302, [], '')),
  fault('a redirect with an empty Location', 'bad-redirect', (socket) => respond(socket, 301, ['Location: '], '')),
  {
    ...fault('304 unasked', 'not-modified-unasked', (socket) => respond(socket, 304)),
    requests: 2,
  },
  {
    row: '304 unasked, then 200',
    holds: 'P',
    requests: 2,
    answer: (socket, index) => (index === 0 ? respond(socket, 304) : respond(socket, 200, [], RULES)),
  },
  {
    row: 'an empty body declared as gzip',
    holds: 'E',
    answer: encoded('gzip', new Uint8Array()),
  },
  {
    row: 'a body whose connection is lost beyond the limit',
    holds: 'P',
    answer: says(`${HEAD}Content-Length: 900000\r\n\r\n${RULES}${'#'.repeat(600_000)}`),
  },
  { row: 'a compressed bomb', holds: 'P', answer: encoded('gzip', BOMB) },
  { row: 'a text with a wrong label', holds: 'P', answer: encoded('zstd', Buffer.from(RULES)) },
];

/** Ends all time limits of the client as soon as the server has received a request. */
async function expireAfterRequest(server: RawServer): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await expect.poll(() => server.requests.length).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
}

describe('access results for broken bytes', () => {
  test.each(casesOf(ROWS))('$row, $policy: $letter', async (each) => {
    const clock = new FakeClock();
    const server = await startRawServer((socket, _, index) => each.answer(socket, index));
    const client = proofClient({ clock: clock.now, policy: each.policy });
    if (each.reason === 'timeout') expireAfterRequest(server);
    const { provenance } = await prove(client, server.origin, each, clock);
    expect(server.lines).toEqual(Array(each.requests).fill('GET /robots.txt'));
    expect(provenance.detail !== undefined).toBe('UN'.includes(each.letter));
    if (each.row === 'a compressed bomb') {
      expect(provenance.body).toMatchObject({ truncated: true, bytes: 512_001 });
    }
  });

  test.each(POLICIES)('a refused connection, %s: U', async (policy) => {
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now, policy });
    const row = { letter: 'U', policy, reason: 'connect' } as const;
    await prove(client, 'http://127.0.0.1:1', row, clock);
  });
});

describe('access results for host names', () => {
  const ZONE: Zone = {
    'fine.example': ['127.0.0.1'],
    'servfail.example': 'servfail',
    'silent.example': 'silence',
    // A name that an attacker points to another address after the check.
    'rebinding.example': [['127.0.0.1'], ['127.0.0.2']],
    'private.example': ['10.0.0.1'],
  };
  const rows = [
    { row: 'fine.example', holds: 'P' },
    { row: 'nxdomain.example', holds: 'U', reason: 'dns', requests: 0 },
    { row: 'servfail.example', holds: 'U', reason: 'dns', requests: 0 },
    { row: 'silent.example', holds: 'U', reason: 'dns', requests: 0 },
    { row: 'private.example', holds: 'U', reason: 'refused-address', requests: 0 },
  ] as const;

  const setUp = async (policy: PolicyName, lookupMs = 60_000) => {
    const dns = await startDnsServer(ZONE);
    const server = await startRawServer((socket) => respond(socket, 200, [], RULES));
    const clock = new FakeClock();
    const transport = transportWith(dns.lookup, {
      limits: { lookupMs },
      guard: { allowCidrs: ['127.0.0.1/32'] },
    });
    const client = proofClient({ clock: clock.now, policy, transport });
    return { dns, server, clock, client };
  };

  test.each(casesOf<Row>(rows))('$row, $policy: $letter', async (each) => {
    const { dns, server, clock, client } = await setUp(each.policy, each.row === 'silent.example' ? 300 : undefined);
    await prove(client, `http://${each.row}:${server.port}`, each, clock);
    expect(server.lines).toHaveLength(each.requests);
    // On a busy machine, the server reads the questions after the time limit.
    await expect.poll(() => dns.questions).toEqual([`${each.row} A`, `${each.row} AAAA`]);
  });

  test.each(POLICIES)('rebinding through the guard, %s: U', async (policy) => {
    const { dns, server, clock, client } = await setUp(policy);
    const url = `http://rebinding.example:${server.port}/private`;
    // Connects to the checked address: one lookup, without a second one for the connection.
    expect((await client.check(url)).outcome).toBe('disallowed');
    expect(dns.questions).toHaveLength(2);
    expect(server.lines).toHaveLength(1);
    await client.invalidate(url);
    const row = { letter: 'U', policy, reason: 'refused-address' } as const;
    await prove(client, `http://rebinding.example:${server.port}`, row, clock);
    expect(dns.questions).toHaveLength(4);
    expect(server.lines).toHaveLength(1);
  });
});
