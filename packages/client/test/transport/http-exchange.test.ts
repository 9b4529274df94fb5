import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Validators } from '../../src/policy/fetch-outcome.js';
import { get, httpExchange, textOf } from '../support/exchange.js';
import { type Answer, cutOff, respond, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';

const BODY = 'User-agent: *\nDisallow: /a\n';

describe('the request (RFC 9110, RFC 9309 2.2.1)', () => {
  test('GET of path and query with the fields of a crawler; no Range, no Cookie', async () => {
    const server = await startRawServer((socket) => respond(socket, 200, ['Set-Cookie: a=b'], BODY));
    await get(transportOptions(), `${server.origin}/robots.txt?a=b`);
    expect(server.requests).toEqual([
      [
        'GET /robots.txt?a=b HTTP/1.1',
        `host: 127.0.0.1:${server.port}`,
        'connection: close',
        'user-agent: ExampleBot/1.0',
        'accept: text/plain,*/*;q=0.8',
        'accept-encoding: gzip, br',
        '\r\n',
      ].join('\r\n'),
    ]);
  });

  test.each([
    [{}, []],
    [{ etag: '"a"' }, ['if-none-match: "a"']],
    [
      { etag: 'W/"a"', lastModified: 'Sat, 01 Jan 2000 00:00:00 GMT' },
      ['if-none-match: W/"a"', 'if-modified-since: Sat, 01 Jan 2000 00:00:00 GMT'],
    ],
    [{ etag: '"\u00e9"' }, ['if-none-match: "\u00e9"']],
    // Invalid field values are not sent.
    [{ etag: '"a"\r\nRange: bytes=0-1' }, []],
    [{ etag: '"\u20ac"', lastModified: '' }, []],
    // RFC 9110 8.8.3: not an entity tag.
    ...['*', '"a", "b"', 'W/"a", "b"', 'a', 'w/"a"', '"a', '"a"b"', '"a b"', ''].map((etag): [Validators, string[]] => [
      { etag },
      [],
    ]),
  ])('validators %j are sent as %j (RFC 9110 13.1)', async (validators, fields) => {
    const server = await startRawServer((socket) => respond(socket, 304));
    const result = await get(transportOptions(), server.origin, { validators });
    expect(result).toMatchObject({ kind: 'http', status: 304, conditional: fields.length > 0 });
    expect(server.requests[0]?.split('\r\n').slice(6, -2)).toEqual(fields);
  });

  test('noCache bypasses caches (RFC 9111 5.2.1.4)', async () => {
    const server = await startRawServer((socket) => respond(socket, 200, [], BODY));
    await get(transportOptions(), server.origin, { noCache: true });
    expect(server.requests[0]).toContain('\r\ncache-control: no-cache\r\n');
  });
});

describe('invalid responses', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
  const closing = `${ok}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const overflow = { failure: 'protocol', code: 'UND_ERR_HEADERS_OVERFLOW' };
  const protocol = { failure: 'protocol' };
  const reset = { failure: 'reset' };
  const lost = {
    failure: 'reset',
    detail: 'the connection was lost before the response was complete',
    code: 'ECONNRESET',
  };
  const rows: readonly [name: string, answer: string | Answer, expected: object][] = [
    ['no status line', 'User-agent: *\r\nDisallow: /\r\n\r\n', protocol],
    ['the status line of another protocol', 'ICY 200 OK\r\n\r\n', protocol],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', protocol],
    ['status 099', 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n', protocol],
    ['status 000', 'HTTP/1.1 000 Low\r\nContent-Length: 0\r\n\r\n', protocol],
    ['a 100 alone', 'HTTP/1.1 100 Continue\r\n\r\n', reset],
    ['a 101 and another protocol', 'HTTP/1.1 101 A\r\nUpgrade: a\r\n\r\n\x81\x05hello', protocol],
    ['a 103 and no more', 'HTTP/1.1 103 Early\r\n\r\n', reset],
    ['an empty response', '', { failure: 'reset', code: 'UND_ERR_SOCKET' }],
    ['a reset', (socket) => socket.resetAndDestroy(), { failure: 'reset', code: 'ECONNRESET' }],
    ['an end within the header', `${ok}Content-Le`, reset],
    ['a control character in a field', `${ok}A: \x01\r\n\r\n`, protocol],
    ['conflicting lengths', `${ok}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`, reset],
    ['an invalid Content-Length', `${ok}Content-Length: a\r\n\r\n`, protocol],
    ['a length and chunks', `${chunked.slice(0, -2)}Content-Length: 3\r\n\r\n3\r\nabc\r\n`, protocol],
    ['an invalid chunk size', `${chunked}xyz\r\n`, protocol],
    ['a chunk longer than its size', `${chunked}3\r\nabcdef\r\n0\r\n\r\n`, protocol],
    ['an end within a chunk', `${chunked}ff\r\nabc`, reset],
    ['an end within a chunk, announced', `${closing}ff\r\nabc`, reset],
    ['an end before the last chunk', `${chunked}3\r\nabc\r\n`, reset],
    ['an end before the last chunk, announced', `${closing}3\r\nabc\r\n`, reset],
    ['a body shorter than announced', `${ok}Content-Length: 9\r\n\r\nabc`, reset],
    ['and the close announced', `${ok}Connection: close\r\nContent-Length: 9\r\n\r\nabc`, reset],
    ['a reset in a close-delimited body', cutOff(`${ok}\r\nabc`), lost],
    ['and the close announced', cutOff(`${ok}Connection: close\r\n\r\nabc`), lost],
    ['a reset before its first byte', cutOff(`${ok}Connection: close\r\n\r\n`), lost],
    ['the same in HTTP/1.0', cutOff('HTTP/1.0 200 OK\r\n\r\nabc'), lost],
    ['a reset in a body with Content-Length', cutOff(`${ok}Content-Length: 9\r\n\r\nabc`), reset],
    ['a reset within a chunk', cutOff(`${chunked}ff\r\nabc`), reset],
    ['a reset within a chunk, announced', cutOff(`${closing}ff\r\nabc`), reset],
    ['one field of 1 MB', `${ok}A: ${'a'.repeat(1 << 20)}\r\n\r\n`, overflow],
    ['1 MB of fields', `${ok}${'Abc: def\r\n'.repeat(100_000)}\r\n`, overflow],
    ['1 MB of trailers', `${chunked}0\r\n${'Abc: def\r\n'.repeat(100_000)}\r\n`, overflow],
  ];
  test.each(rows)('%s', async (_, answer, expected) => {
    const server = await startRawServer(typeof answer === 'string' ? (socket) => socket.end(answer, 'latin1') : answer);
    const result = await get(transportOptions(), server.origin);
    expect(result).toMatchObject({ kind: 'failure', ...expected });
    expect(server.lines).toEqual(['GET /']);
  });

  test.each([
    ['a response without a reason phrase', 'HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nabc'],
    ['HTTP/1.0, a close-delimited body', 'HTTP/1.0 200 OK\r\n\r\nabc'],
    ['a close-delimited body', `${ok}\r\nabc`],
    ['and the close announced', `${ok}Connection: close\r\n\r\nabc`],
    ['a 103 before it', `HTTP/1.1 103 A\r\nB: c\r\n\r\n${ok}Content-Length: 3\r\n\r\nabc`],
    ['a 100 before it', `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 3\r\n\r\nabc`],
    ['a 101 before it', `HTTP/1.1 101 A\r\nUpgrade: h2c\r\n\r\n${ok}\r\nabc`],
    ['a 100 in HTTP/1.0, without CR', `HTTP/1.0 100 A\nB: c\n\n${ok}\r\nabc`],
    ['32 interim responses', `${'HTTP/1.1 199 A\r\n\r\n'.repeat(32)}${ok}\r\nabc`],
    ['chunks and trailers', `${chunked}1\r\na\r\n2;b=c\r\nbc\r\n0\r\nD: e\r\n\r\n`],
  ])('%s is whole', async (_, answer) => {
    const server = await startRawServer((socket) => socket.end(answer));
    expect(textOf(await get(transportOptions(), server.origin))).toBe('abc');
  });

  const interim = 'HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 103 Early\r\n\r\n';
  test.each([404, 200])('interim responses before a %i, byte by byte', async (status) => {
    const server = await startRawServer(async (socket) => {
      socket.setNoDelay();
      for (const byte of interim) await new Promise((resolve) => socket.write(byte, resolve));
      socket.end(`HTTP/1.1 ${status} A\r\nContent-Length: 3\r\n\r\nabc`);
    });
    expect(await get(transportOptions(), server.origin)).toMatchObject({ kind: 'http', status });
  });

  test('more than 32 interim responses are a failure (RFC 9110 15.2)', async () => {
    const server = await startRawServer((socket) => socket.end(`${'HTTP/1.1 100 A\r\n\r\n'.repeat(33)}${ok}\r\nabc`));
    expect(await get(transportOptions(), server.origin)).toMatchObject({
      failure: 'protocol',
      detail: 'too many 1xx responses before the final one',
    });
  });

  test('an interim response is as long as a header at most', async () => {
    const server = await startRawServer((socket) =>
      socket.end(`HTTP/1.1 103 A\r\nB: ${'c'.repeat(1 << 20)}\r\n\r\n${ok}\r\nabc`),
    );
    expect(await get(transportOptions(), server.origin)).toMatchObject(overflow);
  });

  test.each([
    ['with Content-Length', `${ok}Connection: close\r\nContent-Length: 3\r\n\r\nabc`],
    ['in chunks', `${closing}3\r\nabc\r\n0\r\n\r\n`],
  ])('a body %s that is complete when the connection is lost is accepted', async (_, answer) => {
    const server = await startRawServer(cutOff(answer));
    expect(textOf(await get(transportOptions(), server.origin))).toBe('abc');
  });

  test.each([
    ['a 204', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['a 304', 'HTTP/1.1 304 Not Modified\r\n\r\n', undefined],
    ['a 404', 'HTTP/1.1 404 Not Found\r\n\r\nab', undefined],
  ])('%s ends without closing the connection (RFC 9112 6.3)', async (_, answer, text) => {
    const server = await startRawServer(cutOff(answer));
    const result = await get(transportOptions(), server.origin);
    expect(result).toMatchObject({ kind: 'http' });
    expect(textOf(result)).toBe(text);
  });
});

describe('timeouts', () => {
  /** Sends data every 20 ms until the connection closes. */
  const drip =
    (start: string, more: string): Answer =>
    (socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write(more), 20);
      socket.on('close', () => clearInterval(timer));
    };
  const head = 'HTTP/1.1 200 OK\r\n';
  const afterMs = (ms: number) => AbortSignal.timeout(ms);
  const rows: readonly [string, Answer, object, object][] = [
    ['no response', () => {}, { headersMs: 150 }, { code: 'UND_ERR_HEADERS_TIMEOUT' }],
    ['a header that drips', drip(head, 'A: b\r\n'), { headersMs: 150 }, { code: 'UND_ERR_HEADERS_TIMEOUT' }],
    ['a body that stalls', (socket) => socket.write(`${head}\r\na`), { bodyMs: 150 }, { code: 'UND_ERR_BODY_TIMEOUT' }],
  ];
  test.each(rows)('%s', async (_, answer, limits, expected) => {
    const server = await startRawServer(answer);
    const result = await get(transportOptions(limits), server.origin);
    expect(result).toMatchObject({ kind: 'failure', failure: 'timeout', ...expected });
    // On a busy machine, the server reads the request after the time limit.
    await expect.poll(() => server.lines).toEqual(['GET /']);
  });

  test.each([
    ['no response', () => {}],
    ['a header that drips', drip(head, 'A: b\r\n')],
    ['a body that drips', drip(`${head}\r\n`, '#\n')],
    ['endless informational responses', drip('', 'HTTP/1.1 103 A\r\n\r\n')],
  ] satisfies [string, Answer][])('the total timeout applies: %s', async (_, answer) => {
    const server = await startRawServer(answer);
    const result = await get(transportOptions(), server.origin, { signal: afterMs(200) });
    expect(result).toEqual({
      kind: 'failure',
      failure: 'timeout',
      detail: 'the attempt exceeded its total time limit',
    });
    await expect.poll(() => server.open).toBe(0);
  });

  test('the limit for the headers is exact, so that requests that began apart end apart', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const requested = Promise.withResolvers<void>();
    const server = await startRawServer(() => requested.resolve());
    const result = get(transportOptions({ headersMs: 1_100 }), server.origin);
    await requested.promise;
    await vi.advanceTimersByTimeAsync(1_100);
    const late = new Promise((resolve) => setImmediate(resolve, 'late'));
    expect(await Promise.race([result, late])).toMatchObject({ failure: 'timeout' });
  });

  test('aborted before, while waiting, and within the body', async () => {
    const server = await startRawServer((socket, _, index) => {
      if (index === 1) socket.write(`${head}\r\na`);
    });
    const aborted = { kind: 'failure', failure: 'aborted', detail: 'the attempt was aborted' };
    const early = get(transportOptions(), server.origin, { signal: AbortSignal.abort() });
    expect(await early).toEqual(aborted);
    expect(server.requests).toHaveLength(0);
    for (const requests of [1, 2]) {
      const controller = new AbortController();
      const result = get(transportOptions(), server.origin, { signal: controller.signal });
      await expect.poll(() => server.requests).toHaveLength(requests);
      controller.abort(new Error('a secret'));
      expect(await result).toEqual(aborted);
    }
  });

  test('closing the exchange ends running and later requests', async () => {
    const server = await startRawServer(() => {});
    const exchange = httpExchange(transportOptions());
    const request = { url: new URL(server.origin), signal: new AbortController().signal };
    const running = exchange.request(request);
    await expect.poll(() => server.requests).toHaveLength(1);
    await exchange.close();
    const closed = { kind: 'failure', failure: 'aborted' };
    expect(await running).toMatchObject(closed);
    expect(await exchange.request(request)).toMatchObject(closed);
    expect(server.requests).toHaveLength(1);
  });

  test('connection refused', async () => {
    const result = await get(transportOptions(), 'http://127.0.0.1:1/robots.txt');
    expect(result).toEqual({
      kind: 'failure',
      failure: 'connect',
      detail: 'the connection was refused',
      code: 'ECONNREFUSED',
    });
  });
});
