/** Redirect chains: the outcome, and the requests that servers received. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Exchange, ExchangeRequest } from '../../src/transport/transport.js';
import { WebTransport } from '../../src/transport/web-transport.js';
import { BODY, ETAG, fetch, OPTIONS, redirecting } from '../support/fetch-url.js';
import { type RawServer, respond, startRawServer } from '../support/raw-server.js';
import { transportOptions } from '../support/transport-options.js';
import { webTransport } from '../support/web-transport.js';

describe('redirect targets (RFC 9110 10.2.2)', () => {
  test.each(['/b', 'b', './b#c', '  /b', '/./a/../b'])('%j is /b', async (location) => {
    const server = await redirecting({ '/a': location });
    expect(await fetch(`${server.origin}/a`)).toMatchObject({
      kind: 'http',
      status: 200,
      url: `${server.origin}/b`,
      hops: [{ url: `${server.origin}/a`, status: 301, location: `${server.origin}/b` }],
    });
    expect(server.lines).toEqual(['GET /a', 'GET /b']);
  });

  test('redirects to another origin, without user information', async () => {
    const target = await redirecting({});
    const server = await redirecting({
      '/robots.txt': `http://user:secret@127.0.0.1:${target.port}/b#c`,
    });
    const outcome = await fetch(`http://name:secret@127.0.0.1:${server.port}/robots.txt#d`);
    expect(outcome).toMatchObject({ status: 200, url: `${target.origin}/b` });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect([...server.requests, ...target.requests].join('')).not.toMatch(/authorization|secret/i);
  });

  test('UTF-8 that is not percent-encoded', async () => {
    const server = await redirecting({ '/a': '/\u00e9' });
    const outcome = await fetch(`${server.origin}/a`);
    expect(outcome).toMatchObject({ status: 200, url: `${server.origin}/%C3%A9` });
    expect(server.lines).toEqual(['GET /a', 'GET /%C3%A9']);
  });

  test.each([
    ['none', undefined, undefined],
    ['an empty one', '', undefined],
    ['no URL', 'http://a b/', undefined],
    ['one of more than 8,000 bytes', `/${'a'.repeat(8000)}`, undefined],
    ['two that conflict', '/b\r\nLocation: /c', undefined],
    ['mailto', 'mailto:a@example.com', 'mailto:a@example.com'],
    ['javascript', 'javascript:alert(1)', 'javascript:alert(1)'],
    ['file', 'file:///robots.txt', 'file:///robots.txt'],
    ['data', 'data:text/plain,a', 'data:text/plain,a'],
    ['ws', 'ws://user:secret@a/', 'ws://a/'],
  ])('%s is a bad redirect', async (_, field, location) => {
    const server = await startRawServer((socket) =>
      respond(socket, 302, field === undefined ? [] : [`Location: ${field}`], BODY),
    );
    const url = `${server.origin}/robots.txt`;
    expect(await fetch(url)).toMatchObject({
      kind: 'failure',
      failure: 'bad-redirect',
      url,
      hops: [{ url, status: 302, location }],
    });
    expect(server.requests).toHaveLength(1);
  });

  test('RFC 9110 15.4.1: a 300 is a redirect if it has a Location', async () => {
    const server = await startRawServer((socket, head) => {
      const location = { '/a': ['Location: /b'], '/c': ['Location:'] }[head.split(' ')[1] ?? ''];
      if (head.startsWith('GET /b ')) respond(socket, 200, [], BODY);
      else respond(socket, 300, location);
    });
    expect(await fetch(`${server.origin}/a`)).toMatchObject({
      status: 200,
      hops: [{ status: 300 }],
    });
    expect(await fetch(`${server.origin}/c`)).toMatchObject({ failure: 'bad-redirect' });
    expect(await fetch(`${server.origin}/d`)).toMatchObject({
      kind: 'http',
      status: 300,
      hops: [],
    });
  });

  test.each([304, 305, 306, 309, 201])('a %i is not a redirect, regardless of its Location', async (status) => {
    const server = await startRawServer((socket) => respond(socket, status, ['Location: /b']));
    expect(await fetch(server.origin)).toMatchObject({ kind: 'http', status, hops: [] });
    expect(server.lines).toEqual(status === 304 ? ['GET /', 'GET /'] : ['GET /']);
  });
});

test('a redirect is followed only if the caller permits it, and the wait for that does not count', async () => {
  const server = await redirecting({ '/a': '/b', '/b': '/c' });
  const asked: string[] = [];
  const mayFollow = async (url: string) => {
    await sleep(700);
    return asked.push(url) === 1;
  };
  const transport = webTransport(transportOptions({ totalMs: 500 }));
  const { signal } = new AbortController();
  const outcome = await transport.fetch({ url: `${server.origin}/a`, signal, mayFollow });
  expect(asked).toEqual([`${server.origin}/b`, `${server.origin}/c`]);
  expect(outcome).toMatchObject({ failure: 'bad-redirect', detail: expect.stringContaining('/c') });
});

test('an abort ends the wait for permission to follow a redirect', async () => {
  const server = await redirecting({ '/a': '/b' });
  const leaving = new AbortController();
  const mayFollow = () => {
    setImmediate(() => leaving.abort());
    return new Promise<boolean>(() => {});
  };
  const transport = webTransport(transportOptions());
  const { signal } = leaving;
  const outcome = await transport.fetch({ url: `${server.origin}/a`, signal, mayFollow });
  expect(outcome).toMatchObject({ kind: 'failure', url: `${server.origin}/a`, hops: [{}] });
});

describe('limit of redirects (RFC 9309 2.3.1.2)', () => {
  const chain = (hops: number) => Object.fromEntries(Array.from({ length: hops }, (_, hop) => [`/${hop}`, `/${hop + 1}`]));

  test.each([0, 1, 5])('%i redirects are followed', async (hops) => {
    const server = await redirecting(chain(hops), 307);
    const outcome = await fetch(`${server.origin}/0`);
    expect(outcome).toMatchObject({ kind: 'http', status: 200, url: `${server.origin}/${hops}` });
    expect(outcome.hops).toHaveLength(hops);
    expect(server.requests).toHaveLength(hops + 1);
  });

  test.each([6, 7, 100_000])('of %i redirects, five are followed', async (hops) => {
    const server = await redirecting(chain(hops), 308);
    const outcome = await fetch(`${server.origin}/0`);
    expect(outcome).toMatchObject({ kind: 'too-many-redirects', url: `${server.origin}/5` });
    expect(outcome.hops).toHaveLength(6);
    expect(server.requests).toHaveLength(6);
  });

  test.each([
    ['itself', { '/a': '/a' }, 1],
    ['itself, except for the fragment', { '/a': '/a#b' }, 1],
    ['a circle', { '/a': '/b', '/b': '/c', '/c': '/b' }, 3],
    ['a loop of six', { ...chain(5), '/5': '/0', '/a': '/0' }, 6],
  ])('a loop: %s', async (_, to, requests) => {
    const server = await redirecting(to);
    const start = '/0' in to ? '/0' : '/a';
    const outcome = await fetch(server.origin + start);
    expect(outcome).toMatchObject({ kind: 'redirect-loop' });
    expect(outcome.hops).toHaveLength(requests);
    expect(server.requests).toHaveLength(requests);
  });

  test('an invalid sixth redirect is a bad redirect, not too many redirects', async () => {
    const server = await redirecting({ ...chain(5), '/5': 'mailto:a@example.com' });
    expect(await fetch(`${server.origin}/0`)).toMatchObject({ failure: 'bad-redirect' });
    expect(server.requests).toHaveLength(6);
  });

  test('a failure names the last requested URL', async () => {
    const server = await redirecting({ '/a': 'http://127.0.0.1:1/b' });
    expect(await fetch(`${server.origin}/a`)).toEqual({
      kind: 'failure',
      failure: 'connect',
      detail: 'the connection was refused',
      code: 'ECONNREFUSED',
      url: 'http://127.0.0.1:1/b',
      hops: [{ url: `${server.origin}/a`, status: 301, location: 'http://127.0.0.1:1/b' }],
    });
  });
});

describe('validators (RFC 9110 13.1)', () => {
  const conditional = (server: RawServer) => server.requests.map((head) => head.includes('if-none-match: "a"'));

  test("are sent only to the copy's URL: the first one", async () => {
    const server = await redirecting({ '/a': '/b' });
    const outcome = await fetch(`${server.origin}/a`, { validators: ETAG });
    expect(outcome).toMatchObject({ status: 200, conditional: false });
    expect(conditional(server)).toEqual([true, false]);
  });

  test("are sent only to the copy's URL: after a redirect", async () => {
    const server = await startRawServer((socket, head) => {
      if (head.startsWith('GET /a ')) respond(socket, 301, ['Location: /b']);
      else respond(socket, 304);
    });
    const validatorsUrl = `${server.origin}/b`;
    const outcome = await fetch(`${server.origin}/a`, { validators: ETAG, validatorsUrl });
    expect(outcome).toMatchObject({ status: 304, conditional: true, url: validatorsUrl });
    expect(conditional(server)).toEqual([false, true]);
  });

  test('are not sent if another URL responds now', async () => {
    const server = await redirecting({ '/a': '/c' });
    const validatorsUrl = `${server.origin}/b`;
    await fetch(`${server.origin}/a`, { validators: ETAG, validatorsUrl });
    expect(conditional(server)).toEqual([false, false]);
  });

  test.each([
    ['a copy follows', 200, { status: 200 }],
    ['another 304 follows', 304, { status: 304, body: undefined }],
    ['an error follows', 500, { status: 500 }],
  ])('an unexpected 304: one unconditional retry, %s', async (_, status, expected) => {
    const server = await startRawServer((socket, _head, index) =>
      respond(socket, index === 0 ? 304 : status, ['ETag: "b"'], BODY),
    );
    const outcome = await fetch(server.origin);
    expect(outcome).toMatchObject({ kind: 'http', conditional: false, hops: [], ...expected });
    expect(server.requests.map((head) => head.includes('cache-control: no-cache'))).toEqual([false, true]);
    expect(conditional(server)).toEqual([false, false]);
  });

  test('a 304 with the ETag of another file: one unconditional retry (RFC 9111 4.3.4)', async () => {
    const server = await startRawServer((socket, _head, index) => respond(socket, index === 0 ? 304 : 200, ['ETag: "b"'], BODY));
    const outcome = await fetch(server.origin, { validators: ETAG });
    expect(outcome).toMatchObject({ status: 200, conditional: false, headers: { etag: '"b"' } });
    expect(conditional(server)).toEqual([true, false]);
  });

  test.each([
    ['the file is sent', 200, { status: 200, body: { wireBytes: BODY.length } }],
    ['the file is gone', 404, { status: 404 }],
  ])('a 412 in place of a 304: one unconditional retry, %s', async (_, status, expected) => {
    const server = await startRawServer((socket, _head, index) => respond(socket, index === 0 ? 412 : status, [], BODY));
    expect(await fetch(server.origin, { validators: ETAG })).toMatchObject({ conditional: false, ...expected });
    expect(conditional(server)).toEqual([true, false]);
  });

  test('a 412 to an unconditional request is final', async () => {
    const server = await startRawServer((socket) => respond(socket, 412));
    expect(await fetch(server.origin)).toMatchObject({ status: 412 });
    expect(server.lines).toHaveLength(1);
  });

  const EMPTY = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n';
  test.each([
    ['the file is sent', EMPTY + BODY, { status: 200, body: { wireBytes: BODY.length } }],
    ['it is empty again', EMPTY, { status: 200, body: { wireBytes: 0 } }],
    ['nothing comes', '', { kind: 'failure', failure: 'reset' }],
  ])('a close-delimited empty 200 is fetched once more: %s', async (_, second, expected) => {
    const server = await startRawServer((socket, _, index) => socket.end(index === 0 ? EMPTY : second));
    expect(await fetch(`${server.origin}/robots.txt`)).toMatchObject(expected);
    expect(server.lines).toEqual(['GET /robots.txt', 'GET /robots.txt']);
  });

  test('a close-delimited empty 200 after an unexpected 304 is fetched once more, too', async () => {
    const answers = ['HTTP/1.1 304 Not Modified\r\nETag: "b"\r\n\r\n', EMPTY, EMPTY + BODY];
    const server = await startRawServer((socket, _, index) => socket.end(answers[index]));
    const outcome = await fetch(server.origin, { validators: ETAG });
    expect(outcome).toMatchObject({ status: 200, body: { wireBytes: BODY.length } });
    expect(conditional(server)).toEqual([true, false, false]);
  });

  test.each(['Content-Length: 0\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'])(
    'an explicitly empty 200 is fetched once: %j',
    async (rest) => {
      const server = await startRawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
      const outcome = await fetch(server.origin);
      expect(outcome).toMatchObject({ status: 200, body: { wireBytes: 0 } });
      expect(server.lines).toHaveLength(1);
    },
  );

  test("a 304 from another URL than the copy's is unexpected", async () => {
    const server = await startRawServer((socket, head) =>
      head.startsWith('GET /a ') ? respond(socket, 302, ['Location: /b']) : respond(socket, 304),
    );
    const outcome = await fetch(`${server.origin}/a`, { validators: ETAG });
    expect(outcome).toMatchObject({ status: 304, conditional: false });
    expect(server.lines).toEqual(['GET /a', 'GET /b', 'GET /b']);
  });
});

describe('the whole attempt', () => {
  test('close ends the wait for a custom lookup, and leaves no timer', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    const lookup = () => new Promise<never>(() => {});
    const transport = new WebTransport(transportOptions({}, { lookup }));
    const { signal } = new AbortController();
    const outcomes = ['http', 'https', 'ftp'].map((scheme) =>
      transport.fetch({ url: `${scheme}://any.example/robots.txt`, signal }),
    );
    await transport.close();
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toMatchObject({ kind: 'failure', failure: 'aborted' });
    }
    expect(timers().length).toBeLessThanOrEqual(before);
  });

  test('waiting for a connection to an origin does not count against it', async () => {
    let open = 0;
    let most = 0;
    const target = await startRawServer((socket) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        respond(socket, 200, [], BODY);
      }, 500);
    });
    const server = await redirecting({ '/a': `${target.origin}/robots.txt` });
    const transport = webTransport(transportOptions({ totalMs: 4000 }));
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => transport.fetch({ url: `${server.origin}/a`, signal: new AbortController().signal })),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'http', status: 200 });
    expect(most).toBe(5);
  });

  test('the request of a site does not wait for those that others redirect to it', async () => {
    const target = await startRawServer((socket, head) => {
      if (head.startsWith('GET /robots.txt ')) respond(socket, 200, [], BODY);
    });
    const server = await redirecting({ '/a': `${target.origin}/held` });
    const controller = new AbortController();
    const transport = webTransport(OPTIONS);
    const redirected = Array.from({ length: 8 }, () => transport.fetch({ url: `${server.origin}/a`, signal: controller.signal }));
    await expect.poll(() => target.requests.length).toBe(5);
    const { signal } = new AbortController();
    const outcome = await transport.fetch({ url: `${target.origin}/robots.txt`, signal });
    expect(outcome).toMatchObject({ kind: 'http', status: 200 });
    controller.abort();
    await Promise.all(redirected);
    expect(target.requests).toHaveLength(6);
  });

  test('an aborted attempt that waits for a connection frees its place', async () => {
    const waiting: (() => void)[] = [];
    const server = await startRawServer((socket) => {
      waiting.push(() => respond(socket, 200, [], BODY));
    });
    const transport = webTransport(OPTIONS);
    const attempts = Array.from({ length: 8 }, () => {
      const attempt = new AbortController();
      return { attempt, outcome: transport.fetch({ url: server.origin, signal: attempt.signal }) };
    });
    await expect.poll(() => waiting.length).toBe(6);
    attempts[6]?.attempt.abort();
    expect(await attempts[6]?.outcome).toMatchObject({ failure: 'aborted' });
    for (const send of waiting.splice(0)) send();
    await expect.poll(() => waiting.length).toBe(1);
    for (const send of waiting.splice(0)) send();
    const results = await Promise.all(attempts.map(({ outcome }) => outcome));
    expect(results.filter(({ kind }) => kind === 'http')).toHaveLength(7);
  });

  const drip = (location?: string) =>
    startRawServer((socket) => {
      if (location !== undefined) setTimeout(() => respond(socket, 301, [`Location: ${location}`]), 60);
    });

  test('is limited by totalMs, including redirects', async () => {
    const last = await drip();
    const second = await drip(`${last.origin}/c`);
    const first = await drip(`${second.origin}/b`);
    const transport = webTransport(transportOptions({ totalMs: 300 }));
    const outcome = await transport.fetch({
      url: first.origin,
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({
      kind: 'failure',
      failure: 'timeout',
      detail: 'the attempt exceeded its total time limit',
    });
    await expect.poll(() => [first.open, second.open, last.open]).toEqual([0, 0, 0]);
  });

  test.each([
    ['', async () => {}],
    [', also before a wait that does not count', (wait?: () => unknown) => wait?.()],
  ])('is not limited by a delay of this process%s', async (_, pause) => {
    const request = async ({ signal, uncounted }: ExchangeRequest) => {
      const end = performance.now() + 1000;
      while (performance.now() < end);
      await pause(() => uncounted?.(Promise.resolve()));
      // Timers that are due run first.
      await sleep(1);
      signal.throwIfAborted();
      return { kind: 'ftp', code: 550, detail: '', body: undefined } as const;
    };
    const exchange = { request, close: async () => {} };
    const exchanges = { web: exchange, ftp: exchange };
    const transport = new WebTransport(transportOptions({ totalMs: 800 }), exchanges);
    const { signal } = new AbortController();
    const outcome = await transport.fetch({ url: 'http://a.example/robots.txt', signal });
    expect(outcome).toMatchObject({ kind: 'ftp', code: 550 });
  });

  test('leaves no timer that keeps the process alive', async () => {
    const server = await redirecting({ '/a': '/b' });
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    await fetch(`${server.origin}/a`);
    // Timers of earlier tests may end meanwhile.
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('is aborted by its signal, before or during the attempt', async () => {
    const server = await drip();
    const controller = new AbortController();
    const running = fetch(server.origin, { signal: controller.signal });
    await expect.poll(() => server.requests).toHaveLength(1);
    controller.abort(new Error('a secret'));
    const aborted = { failure: 'aborted', detail: 'the attempt was aborted', hops: [] };
    expect(await running).toMatchObject(aborted);
    expect(await fetch(server.origin, { signal: controller.signal })).toMatchObject(aborted);
    expect(server.requests).toHaveLength(1);
  });

  test('ends when the transport is closed', async () => {
    const server = await drip();
    const transport = webTransport(OPTIONS);
    const running = transport.fetch({ url: server.origin, signal: new AbortController().signal });
    await expect.poll(() => server.requests).toHaveLength(1);
    await transport.close();
    expect(await running).toMatchObject({ failure: 'aborted', detail: 'the client was closed' });
    await expect.poll(() => server.open).toBe(0);
  });

  test.each(['robots.txt', 'file:///robots.txt', 'gopher://a/', ''])('%j throws a TypeError', async (url) => {
    await expect(fetch(url)).rejects.toThrow('not an absolute http, https, or ftp URL');
  });
});

describe('by scheme', () => {
  test.each(['http', 'ftp'])('after closing, a fetch over %s fails', async (scheme) => {
    const transport = new WebTransport({ ...OPTIONS, guard: undefined });
    await transport.close();
    const { signal } = new AbortController();
    const outcome = await transport.fetch({ url: `${scheme}://127.0.0.1:9/robots.txt`, signal });
    expect(outcome).toMatchObject({ failure: 'aborted', detail: 'the client was closed' });
  });

  test('closing closes both exchanges', async () => {
    const closed: string[] = [];
    const exchange = (name: string): Exchange => ({
      request: () => Promise.reject(new Error('This test makes no requests.')),
      close: async () => void closed.push(name),
    });
    await new WebTransport(OPTIONS, { web: exchange('web'), ftp: exchange('ftp') }).close();
    expect(closed).toEqual(['web', 'ftp']);
  });
});
