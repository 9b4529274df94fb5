/** Which bodies are read, how far, and how the connection ends. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { noise } from '../support/bytes.js';
import { get, textOf } from '../support/exchange.js';
import { type Answer, cutOff, respond, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';

const BODY = 'User-agent: *\nDisallow: /a\n';
const LIMIT = 512_000;
const text = (length: number) => Buffer.alloc(length, 'Allow: /\n');

describe('only the body of a successful response is read (RFC 9309 2.3.1.1)', () => {
  test('for each status from 200 to 999', async () => {
    const server = await startRawServer((socket, head) => respond(socket, /\/(\d+)/.exec(head)?.[1] ?? '', [], BODY));
    for (let status = 200; status <= 999; status += status < 320 ? 1 : 41) {
      const result = await get(transportOptions(), `${server.origin}/${status}`);
      expect(result).toMatchObject({ kind: 'http', status });
      const isRead = status < 300 && status !== 206;
      // RFC 9110 15.3.5: a 204 ends with its header.
      expect(textOf(result), `${status}`).toBe(isRead ? (status === 204 ? '' : BODY) : undefined);
    }
  });

  test('an endless error body is not read', async () => {
    let sent = 0;
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 404 Not Found\r\n\r\n');
      const send = () => {
        while (socket.writable && socket.write(Buffer.alloc(1 << 16))) sent += 1 << 16;
      };
      socket.on('drain', send);
      send();
    });
    expect(await get(transportOptions(), server.origin)).toMatchObject({ status: 404 });
    await expect.poll(() => server.open).toBe(0);
    expect(sent).toBeLessThan(64 << 20);
  });

  test('an unknown content-encoding of binary data matters only if the body is read', async () => {
    const server = await startRawServer((socket, head) =>
      respond(socket, head.startsWith('GET /a') ? 404 : 200, ['Content-Encoding: snappy'], Buffer.from([0, 1])),
    );
    expect(await get(transportOptions(), `${server.origin}/a`)).toMatchObject({ status: 404 });
    expect(await get(transportOptions(), `${server.origin}/b`)).toEqual({
      kind: 'failure',
      failure: 'unreadable',
      detail: 'the content-encoding is unknown',
    });
  });
});

describe('codings (RFC 9110 8.4)', () => {
  const codings: readonly [string, Uint8Array][] = [
    ['identity', Buffer.from(BODY)],
    ['gzip', gzipSync(BODY)],
    ['X-Gzip', gzipSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['snappy', Buffer.from(BODY)],
  ];
  test.each(codings)('%s', async (coding, body) => {
    const server = await startRawServer((socket) => respond(socket, 200, [`Content-Encoding: ${coding}`], body));
    const result = await get(transportOptions(), server.origin);
    expect(textOf(result)).toBe(BODY);
    expect(result).toMatchObject({ body: { wireBytes: body.length, truncated: false } });
  });

  test.each([
    ['two lines of the field', ['Content-Encoding: identity', 'Content-Encoding: br'], brotliCompressSync(BODY), BODY],
    ['an empty body', ['Content-Encoding: gzip'], '', ''],
  ])('%s', async (_, fields, body, expected) => {
    const server = await startRawServer((socket) => respond(socket, 200, fields, body));
    expect(textOf(await get(transportOptions(), server.origin))).toBe(expected);
  });

  test.each([
    ['garbage', 'gzip', Buffer.from(BODY)],
    ['an end too early', 'gzip', gzipSync(BODY).subarray(0, -4)],
    ['two', 'gzip, br', brotliCompressSync(gzipSync(BODY))],
  ])('%s is unreadable', async (_, coding, body) => {
    const server = await startRawServer((socket) => respond(socket, 200, [`Content-Encoding: ${coding}`], body));
    const result = await get(transportOptions(), server.origin);
    expect(result).toMatchObject({ kind: 'failure', failure: 'unreadable' });
    await expect.poll(() => server.open).toBe(0);
  });
});

describe('transfer codings (RFC 9112 6.1, 7)', () => {
  const ok = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: ';
  const chunks = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
  test.each([
    ['chunked', chunks],
    ['CHUNKED ', chunks],
    ['identity', BODY],
    ['Identity ,\t chunked', chunks],
    // One coding as listed by two intermediaries.
    ['chunked\r\nTransfer-Encoding: chunked', chunks],
  ])('%j is removed', async (codings, body) => {
    const server = await startRawServer((socket) => socket.end(`${ok}${codings}\r\n\r\n${body}`));
    expect(textOf(await get(transportOptions(), server.origin))).toBe(BODY);
  });

  test.each([
    ['gzip', gzipSync(BODY)],
    ['gzip, chunked', chunks],
    ['gzip\r\nTransfer-Encoding: chunked', chunks],
    ['x-gzip, identity', BODY],
    ['xx, chunked', chunks],
    ['xx', BODY],
    // The parser removes chunked if it comes last.
    ['chunked, identity', chunks],
    ['chunked;a=b', chunks],
    ['chunked,', chunks],
  ])('%j is not supported: a failure', async (codings, body) => {
    const server = await startRawServer((socket) => {
      socket.write(`${ok}${codings}\r\n\r\n`);
      socket.end(body);
    });
    expect(await get(transportOptions(), server.origin)).toEqual({
      kind: 'failure',
      failure: 'content-encoding',
      detail: 'the body has an unsupported transfer-encoding',
    });
  });

  test('it matters only if the body is read', async () => {
    const server = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 404 A\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${chunks}`),
    );
    expect(await get(transportOptions(), server.origin)).toMatchObject({ status: 404 });
  });
});

describe('the limit (RFC 9309 2.5)', () => {
  test.each([LIMIT - 1, LIMIT, LIMIT + 1, 3 * LIMIT])('a body of %i bytes', async (length) => {
    const codings: readonly [string, (body: Buffer) => Uint8Array][] = [
      ['identity', (body) => body],
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ];
    for (const [coding, encode] of codings) {
      const server = await startRawServer((socket) =>
        respond(socket, 200, [`Content-Encoding: ${coding}`], encode(text(length))),
      );
      const result = await get(transportOptions(), server.origin);
      expect(result).toMatchObject({ status: 200, body: { truncated: length > LIMIT } });
      expect(textOf(result)).toBe(text(Math.min(length, LIMIT + 1)).toString());
      await expect.poll(() => server.open).toBe(0);
    }
  });

  test('an endless body: the connection is closed at the limit', async () => {
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const send = () => {
        while (socket.writable && socket.write(text(1 << 16)));
      };
      socket.on('drain', send);
      send();
    });
    const result = await get(transportOptions(), server.origin);
    expect(result).toMatchObject({ status: 200, body: { truncated: true } });
    await expect.poll(() => server.open).toBe(0);
  });

  const CLOSING = Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
  const cutPast =
    (fields: readonly string[], body: Uint8Array): Answer =>
    (socket) =>
      socket.end(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\nContent-Length: 9999999\r\n\r\n`), body]),
      );
  test.each([
    ['plain', cutPast(['A: b'], text(LIMIT + 1)), true],
    ['gzip', cutPast(['Content-Encoding: gzip'], gzipSync(noise(2 * LIMIT)).subarray(0, 1.5 * LIMIT)), true],
    ['a bomb', cutPast(['Content-Encoding: gzip'], gzipSync(text(64 << 20)).subarray(0, 20_000)), true],
    ['plain', cutPast(['A: b'], text(LIMIT)), false],
    ['gzip', cutPast(['Content-Encoding: gzip'], gzipSync(noise(2 * LIMIT)).subarray(0, LIMIT / 2)), false],
    ['a reset', cutOff(Buffer.concat([CLOSING, text(LIMIT + 1)])), true],
    ['a reset', cutOff(Buffer.concat([CLOSING, text(LIMIT)])), false],
  ])('truncated, %s: beyond the limit %#, success: %s', async (_, answer, isSuccess) => {
    const server = await startRawServer(answer);
    const result = await get(transportOptions(), server.origin);
    expect(result).toMatchObject(isSuccess ? { status: 200, body: { truncated: true } } : { failure: 'reset' });
    expect(server.lines).toEqual(['GET /']);
  });
});

describe('stored headers', () => {
  test('the relevant fields, the Location, and the charset', async () => {
    const server = await startRawServer((socket) =>
      respond(
        socket,
        200,
        [
          'ETag: "\u00e9"',
          'Cache-Control: no-cache',
          'cache-control: max-age=1',
          'Server: a',
          'Content-Type: text/plain; charset=latin1',
          'Location: /b',
        ],
        Buffer.from('\u00e9', 'latin1'),
      ),
    );
    expect(await get(transportOptions(), server.origin)).toEqual({
      kind: 'http',
      status: 200,
      headers: {
        'cache-control': 'no-cache, max-age=1',
        'content-type': 'text/plain; charset=latin1',
        etag: Buffer.from('"\u00e9"').toString('latin1'),
      },
      location: '/b',
      closeDelimited: false,
      conditional: false,
      body: {
        bytes: new TextEncoder().encode('\u00e9'),
        truncated: false,
        charset: { name: 'windows-1252', from: 'content-type' },
        wireBytes: 1,
      },
    });
  });
});
