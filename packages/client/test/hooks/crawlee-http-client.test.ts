import { describe, expect, test } from 'vitest';
import { type CrawleeRequest, type CrawleeResponse, checkedHttpClient } from '../../src/hooks/crawlee-http-client.js';

const START = 'https://a.example/start';

type Redirects = Readonly<Record<string, readonly [status: number, location: string]>>;

/** A client that redirects as stated, and records what it sends and what is checked. */
function scripted(redirects: Redirects, refused: readonly string[] = []) {
  const postponed = new Set<string>();
  const log: string[] = [];
  const sent: CrawleeRequest[] = [];
  const respond = async (request: CrawleeRequest) => {
    const url = String(request.url);
    log.push(`send ${request.method ?? 'GET'} ${url}`);
    sent.push(request);
    const [statusCode, location] = redirects[url] ?? [200, undefined];
    const headers = location === undefined ? {} : { location };
    const stream = { destroy: () => void log.push(`destroy ${url}`) };
    return { url, statusCode, headers, stream };
  };
  const client = checkedHttpClient(
    { userAgent: 'ExampleBot/1.0' },
    {
      async pass(url) {
        log.push(`check ${url}`);
        if (refused.includes(url)) throw new Error('refused');
        if (postponed.delete(url)) throw new RangeError('postponed');
      },
      isPostponed: (error) => error instanceof RangeError,
    },
    async () => ({ sendRequest: respond, stream: respond }),
  );
  return { client, log, sent, postponed };
}

interface Callbacks {
  readonly followRedirect: () => never;
  readonly onRedirect: () => never;
}

function fail(): never {
  throw new Error('failed');
}

describe('redirects', () => {
  test('each hop is checked before it is sent', async () => {
    const { client, log, sent } = scripted({
      [START]: [302, '/second'],
      'https://a.example/second': [307, 'https://b.example/third'],
    });
    const { url, redirectUrls } = await client.sendRequest({ url: START });
    expect(log).toEqual([
      `check ${START}`,
      `send GET ${START}`,
      'check https://a.example/second',
      'send GET https://a.example/second',
      'check https://b.example/third',
      'send GET https://b.example/third',
    ]);
    expect(sent.map(({ followRedirect }) => followRedirect)).toEqual([false, false, false]);
    expect([url, redirectUrls?.map(String)]).toEqual([
      'https://b.example/third',
      ['https://a.example/second', 'https://b.example/third'],
    ]);
  });

  test('a refused hop is not sent, and its error is passed on', async () => {
    const { client, log } = scripted({ [START]: [301, '/private'] }, ['https://a.example/private']);
    await expect(client.stream({ url: START })).rejects.toThrow('refused');
    expect(log.filter((line) => line.startsWith('send'))).toEqual([`send GET ${START}`]);
  });

  test('a stream is closed, and onRedirect may change the next request', async () => {
    const { client, log, sent } = scripted({ [START]: [302, '/next'] });
    const redirects: string[] = [];
    await client.stream({ url: START, headers: { Cookie: 'a=1' } }, (response, next) => {
      redirects.push(`${response.statusCode} ${next.url}`);
      next.headers.Cookie = 'a=2';
    });
    expect(redirects).toEqual(['302 https://a.example/next']);
    expect(log).toContain(`destroy ${START}`);
    expect(sent.map(({ headers }) => headers?.Cookie)).toEqual(['a=1', 'a=2']);
  });

  test.each<[string, readonly [status: number, location: string], Partial<CrawleeRequest>]>([
    ['a scheme other than http and https', [302, 'mailto:a@b.example'], {}],
    ['an invalid URL', [302, 'http://[::1'], {}],
    ['too many redirects', [302, '/next'], { maxRedirects: 0 }],
    ['a body that cannot be sent twice', [307, '/next'], { method: 'POST', body: {} }],
  ])('the stream of a redirect that fails is closed: %s', async (_, redirect, options) => {
    const { client, log } = scripted({ [START]: redirect });
    await expect(client.stream({ url: START, ...options })).rejects.toThrow('redirects');
    expect(log).toContain(`destroy ${START}`);
  });

  test.each<[string, readonly [status: number, location: string], Partial<Callbacks>]>([
    ['followRedirect of a redirect', [302, '/next'], { followRedirect: fail }],
    ['followRedirect of another response', [200, ''], { followRedirect: fail }],
    ['onRedirect', [302, '/next'], { onRedirect: fail }],
  ])('the stream is closed if a function of the caller throws: %s', async (_, response, callbacks) => {
    const { client, log } = scripted({ [START]: response });
    const { followRedirect, onRedirect } = callbacks;
    await expect(client.stream({ url: START, followRedirect }, onRedirect)).rejects.toThrow('failed');
    expect(log).toContain(`destroy ${START}`);
    await expect(client.sendRequest({ url: START, followRedirect: fail })).rejects.toThrow('failed');
  });

  test('credentials and cookies are not sent to another origin; names keep their case', async () => {
    const { client, sent } = scripted({ [START]: [302, 'https://b.example/'] });
    const headers = { Authorization: 'Basic YTpi', Cookie: 'a=1', 'X-Kept': 'yes' };
    await client.sendRequest({ url: START, headers });
    expect(sent[1]?.headers).toEqual({ 'X-Kept': 'yes', 'User-Agent': 'ExampleBot/1.0' });
  });

  test('a POST becomes a GET without a body after 302, and is repeated after 307', async () => {
    const request = { url: START, method: 'POST', body: 'a=b' };
    const rewritten = scripted({ [START]: [302, '/next'] });
    await rewritten.client.sendRequest(request);
    expect(rewritten.sent[1]).toMatchObject({ method: 'GET', body: undefined });
    const repeated = scripted({ [START]: [307, '/next'] });
    await repeated.client.sendRequest(request);
    expect(repeated.sent[1]).toMatchObject({ method: 'POST', body: 'a=b' });
  });

  test('a request that was postponed at a redirect continues there', async () => {
    const { client, log, postponed } = scripted({ [START]: [302, '/next'] });
    postponed.add('https://a.example/next');
    await expect(client.sendRequest({ url: START })).rejects.toThrow('postponed');
    const { redirectUrls } = await client.sendRequest({ url: START });
    expect(redirectUrls?.map(String)).toEqual(['https://a.example/next']);
    await client.sendRequest({ url: START });
    expect(log.filter((line) => line.startsWith('send'))).toEqual([
      `send GET ${START}`,
      'send GET https://a.example/next',
      `send GET ${START}`,
      'send GET https://a.example/next',
    ]);
  });

  test('a body that cannot be sent twice is not redirected', async () => {
    const { client } = scripted({ [START]: [307, '/next'] });
    const request = { url: START, method: 'POST', body: (async function* () {})() };
    await expect(client.sendRequest(request)).rejects.toThrow('a body that cannot be sent twice');
  });

  test.each<[string, Partial<CrawleeRequest>, number]>([
    ['followRedirect: false', { followRedirect: false }, 1],
    ['a function that returns false', { followRedirect: () => false }, 1],
    ['a function that returns true for the first hop', { followRedirect: ({ url }: CrawleeResponse) => url === START }, 2],
  ])('%s', async (_, options, requests) => {
    const { client, sent } = scripted({
      [START]: [302, '/next'],
      'https://a.example/next': [302, '/last'],
    });
    await client.sendRequest({ url: START, ...options });
    expect(sent).toHaveLength(requests);
  });

  test.each([
    [undefined, 11],
    [2, 3],
  ])('maxRedirects: %s', async (maxRedirects, requests) => {
    const { client, sent } = scripted({ [START]: [302, START] });
    await expect(client.sendRequest({ url: START, maxRedirects })).rejects.toThrow(
      `${START} redirects more than ${requests - 1} times.`,
    );
    expect(sent).toHaveLength(requests);
  });
});

describe('the User-Agent', () => {
  test('is that of the client without one', async () => {
    const { client, sent } = scripted({});
    await client.sendRequest({ url: START });
    expect(sent[0]?.headers).toEqual({ 'User-Agent': 'ExampleBot/1.0' });
  });

  test('is kept if the request has one', async () => {
    const { client, sent } = scripted({});
    await client.sendRequest({ url: START, headers: { 'user-agent': 'ExampleBot/2.0' } });
    expect(sent[0]?.headers).toEqual({ 'user-agent': 'ExampleBot/2.0' });
  });
});
