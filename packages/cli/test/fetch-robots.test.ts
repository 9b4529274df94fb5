import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { robotsTxtFetcher, robotsTxtUrl } from '../src/fetch-robots.js';
import type { RobotsTxtAnswer } from '../src/robots-txt-source.js';
import { nobodyThere, site, siteWith } from './support/site.js';

const body = 'User-agent: *\nDisallow: /p\n';

async function answerOf(origin: string, timeoutMs = 5000): Promise<RobotsTxtAnswer> {
  const robotsTxtFor = robotsTxtFetcher({ fetch, dialect: 'rfc9309', timeoutMs });
  return await robotsTxtFor(`${origin}/some/page?q`);
}

function isAllowed(answer: RobotsTxtAnswer, target: string): boolean | string {
  return answer.kind === 'parsed' ? answer.robotsTxt.isAllowed(target, 'FooBot') : answer.kind;
}

describe('RFC 9309 2.3: the robots.txt URL is that of the scheme, host and port', () => {
  test.each([
    ['https://example.com/a/b?q#f', 'https://example.com/robots.txt'],
    ['http://example.com:8080', 'http://example.com:8080/robots.txt'],
    ['HTTPS://EXAMPLE.com:443/', 'https://example.com/robots.txt'],
    ['https://user:secret@example.com/', 'https://example.com/robots.txt'],
    ['https://example.com./', 'https://example.com/robots.txt'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/robots.txt'],
    ['http://[::1]:81/a', 'http://[::1]:81/robots.txt'],
  ])('%s', (url, expected) => {
    expect(robotsTxtUrl(url)).toBe(expected);
  });
});

describe('RFC 9309 2.3.1.1: a successful answer is parsed', () => {
  test('200, and where it came from', async () => {
    const { origin, log } = await siteWith(200, body);
    const answer = await answerOf(origin);
    expect(isAllowed(answer, '/p')).toBe(false);
    expect(isAllowed(answer, '/a')).toBe(true);
    const url = `${origin}/robots.txt`;
    expect(answer.provenance).toEqual({ from: 'url', url, status: 200, redirects: [] });
    expect(log).toEqual(['/robots.txt']);
  });

  test.each([200, 204])('%i without a body restricts nothing', async (status) => {
    const { origin } = await siteWith(status);
    expect(isAllowed(await answerOf(origin), '/p')).toBe(true);
  });

  test('the content coding is undone', async () => {
    const { origin } = await site((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
    });
    expect(isAllowed(await answerOf(origin), '/p')).toBe(false);
  });

  test('the request says who asks', async () => {
    let header: string | undefined;
    const { origin } = await site((request, response) => {
      header = request.headers['user-agent'];
      response.end(body);
    });
    await answerOf(origin);
    expect(header).toMatch(/^repkit\/\d+\.\d+\.\d+$/);
  });
});

describe('RFC 9309 2.5: past 500 KiB the rest is not read', () => {
  test('an endless body comes to an end', async () => {
    let sent = 0;
    const { origin } = await site((_request, response) => {
      response.write(body);
      const chunk = '# more\n'.repeat(10_000);
      const send = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', send);
      send();
    });
    const answer = await answerOf(origin);
    expect(answer.kind === 'parsed' && answer.robotsTxt.truncated).toBe(true);
    expect(isAllowed(answer, '/p')).toBe(false);
    expect(sent).toBeLessThan(50_000_000);
  });

  test('exactly 500 KiB is read whole', async () => {
    const filler = '#'.repeat(512_000 - body.length - 1);
    const { origin } = await siteWith(200, `${filler}\n${body}`);
    const answer = await answerOf(origin);
    expect(answer.kind === 'parsed' && answer.robotsTxt.truncated).toBe(false);
    expect(isAllowed(answer, '/p')).toBe(false);
  });
});

describe('RFC 9309 2.3.1.2: redirects', () => {
  /** `/robots.txt` leads through `/1`, `/2` … to the last of so many hops. */
  const chain = (hops: number, status = 302) =>
    site((request, response) => {
      const at = request.url === '/robots.txt' ? 0 : Number(request.url?.slice(1));
      if (at === hops) response.end(body);
      else response.writeHead(status, { location: `/${at + 1}` }).end('moved');
    });

  test.each([301, 302, 303, 307, 308])('status %i is followed', async (status) => {
    const { origin } = await chain(1, status);
    const answer = await answerOf(origin);
    expect(isAllowed(answer, '/p')).toBe(false);
    expect(answer.provenance).toMatchObject({ status: 200, redirects: [`${origin}/1`] });
  });

  test('five of them are followed', async () => {
    const { origin, log } = await chain(5);
    expect(isAllowed(await answerOf(origin), '/p')).toBe(false);
    expect(log).toHaveLength(6);
  });

  test('after more than five the file counts as unavailable', async () => {
    const { origin, log } = await chain(6);
    expect(await answerOf(origin)).toMatchObject({
      kind: 'unavailable',
      detail: 'more than 5 redirects',
    });
    expect(log).toHaveLength(6);
  });

  test('the rules bind the authority that was asked about, wherever they came from', async () => {
    const elsewhere = await siteWith(200, body);
    const { origin } = await siteWith(301, '', { location: `${elsewhere.origin}/other.txt` });
    const answer = await answerOf(origin);
    expect(isAllowed(answer, '/p')).toBe(false);
    expect(answer.provenance).toMatchObject({
      url: `${origin}/robots.txt`,
      redirects: [`${elsewhere.origin}/other.txt`],
    });
  });

  test.each([
    ['none', {}],
    ['no URL', { location: 'http://[' }],
    ['a scheme that is not fetched', { location: 'file:///etc/passwd' }],
  ])('a Location that cannot be followed (%s) opens nothing', async (_what, headers) => {
    const { origin } = await siteWith(302, '', headers as Record<string, string>);
    expect(await answerOf(origin)).toMatchObject({
      kind: 'unreachable',
      detail: 'status 302 without a Location that can be followed',
    });
  });
});

describe('RFC 9309 2.3.1.3: unavailable', () => {
  test.each([400, 401, 403, 404, 410, 451, 499])('status %i, whatever its body', async (status) => {
    const { origin } = await siteWith(status, body);
    expect(await answerOf(origin)).toMatchObject({
      kind: 'unavailable',
      detail: `status ${status}`,
      provenance: { status },
    });
  });
});

describe('RFC 9309 2.3.1.4: unreachable', () => {
  // 206 answers a question that was not asked; 304 has nothing to renew; 429 is a busy server.
  test.each([206, 304, 429, 500, 503, 599])('status %i', async (status) => {
    const { origin } = await siteWith(status, body);
    expect(await answerOf(origin)).toMatchObject({
      kind: 'unreachable',
      detail: `status ${status}`,
    });
  });

  test('nobody listens', async () => {
    expect(await answerOf(await nobodyThere())).toMatchObject({
      kind: 'unreachable',
      detail: 'the connection was refused [ECONNREFUSED]',
      provenance: { status: undefined },
    });
  });

  test('no such host (RFC 6761: .invalid is never one)', async () => {
    const answer = await answerOf('http://no-such-host.invalid');
    expect(answer).toMatchObject({ kind: 'unreachable' });
    expect(answer.kind !== 'parsed' && answer.detail).toMatch(/^the host name /);
  });

  test('the connection is cut before the answer', async () => {
    const { origin } = await site((request) => request.socket.destroy());
    const answer = await answerOf(origin);
    expect(answer).toMatchObject({ kind: 'unreachable' });
    expect(answer.kind !== 'parsed' && answer.detail).toMatch(/^the connection was cut/);
  });

  test('the connection is cut in the middle of the body', async () => {
    const { origin } = await site((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(body, () => response.destroy());
    });
    expect(await answerOf(origin)).toMatchObject({ kind: 'unreachable' });
  });

  test('a content coding that is not what it says', async () => {
    const { origin } = await siteWith(200, body, { 'content-encoding': 'gzip' });
    expect(await answerOf(origin)).toMatchObject({ kind: 'unreachable' });
  });

  test.each([
    ['no answer', () => {}],
    [
      'a body that stops',
      (_request: unknown, response: { write(text: string): void }) => response.write(body),
    ],
  ])('%s within the time', async (_what, listener) => {
    const { origin } = await site(listener);
    expect(await answerOf(origin, 200)).toMatchObject({
      kind: 'unreachable',
      detail: 'no whole answer within 0.2 s',
    });
  });

  test('a certificate that nobody signed', async () => {
    const cause = Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    const robotsTxtFor = robotsTxtFetcher({
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
      dialect: 'rfc9309',
    });
    expect(await robotsTxtFor('https://example.com/')).toMatchObject({
      kind: 'unreachable',
      detail: 'its certificate was not accepted [DEPTH_ZERO_SELF_SIGNED_CERT]',
    });
  });
});

test('one origin is asked once, and each origin by itself', async () => {
  const first = await siteWith(200, body);
  const second = await siteWith(404);
  const robotsTxtFor = robotsTxtFetcher({ fetch, dialect: 'rfc9309' });
  const answers = await Promise.all(
    ['/a', '/b', '/c'].flatMap((path) =>
      [first, second].map(({ origin }) => robotsTxtFor(origin + path)),
    ),
  );
  expect(answers.map(({ kind }) => kind)).toEqual([
    ...['parsed', 'unavailable', 'parsed', 'unavailable', 'parsed', 'unavailable'],
  ]);
  expect([first.log, second.log]).toEqual([['/robots.txt'], ['/robots.txt']]);
});
