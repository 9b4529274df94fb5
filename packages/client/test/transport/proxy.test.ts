import { inspect } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDispatcher } from '../../src/transport/dispatcher.js';
import { HttpExchange } from '../../src/transport/http-exchange.js';
import { startCountingServer } from '../support/counting-server.js';
import { startDnsServer } from '../support/dns-server.js';
import { environment, get, none } from '../support/proxied.js';
import { startProxy } from '../support/proxy-server.js';
import { respond, startRawServer } from '../support/raw-server.js';
import { lookupBySystem, transportOptions } from '../support/transport-options.js';

beforeEach(() => {
  environment({});
  return () => void vi.unstubAllEnvs();
});

describe('a proxy by its URL', () => {
  test('http requests use the proxy', async () => {
    const server = await startRawServer((socket) => respond(socket, 200, [], 'text'));
    const proxy = await startProxy({ names: ['site.example'] });
    const url = `http://site.example:${server.port}/robots.txt`;
    expect(await get({ proxy: proxy.url }, url)).toMatchObject({ status: 200 });
    expect(proxy.log).toEqual([`ok GET ${url}`]);
    expect(server.lines).toEqual(['GET /robots.txt']);
    expect(server.requests[0]).not.toMatch(/proxy-authorization/i);
  });

  test('user and password are sent only to the proxy and never shown', async () => {
    const server = await startRawServer((socket) => respond(socket, 200));
    const proxy = await startProxy({ login: 'someone:p@ss word' });
    const { port } = proxy;
    const url = `${server.origin}/robots.txt`;
    const right = `http://someone:p%40ss%20word@127.0.0.1:${port}`;
    expect(await get({ proxy: right }, url)).toMatchObject({ status: 200 });
    expect(server.requests.join()).not.toMatch(/authorization|someone/i);

    const wrong = `http://someone:secret@127.0.0.1:${port}`;
    for (const proxied of [url, `https://127.0.0.1:${server.port}/robots.txt`]) {
      const result = await get({ proxy: wrong }, proxied);
      expect(result).toMatchObject({ kind: 'failure', failure: 'proxy' });
      expect(inspect(result)).not.toMatch(/secret|c2VjcmV0/);
    }
    expect(proxy.log).toEqual([`ok GET ${url}`, `407 GET ${url}`, `407 CONNECT 127.0.0.1:${server.port}`]);
    expect(server.requests).toHaveLength(1);
  });

  test("errors of undici's agents contain no password", async () => {
    const proxies = [
      `http://someone:secret@127.0.0.1:1`,
      (await startProxy({ login: 'x:y' })).url.replace('//', '//someone:secret@'),
      (await startProxy({ tunnelStatus: 503 })).url.replace('//', '//someone:secret@'),
    ];
    for (const proxy of proxies) {
      const dispatcher = createDispatcher(transportOptions({}, { proxy }), none);
      onTestFinished(() => dispatcher.destroy());
      for (const origin of ['http://site.example', 'https://site.example']) {
        const error = await dispatcher.request({ origin, path: '/', method: 'GET' }).catch((e) => e);
        expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/secret|c29tZW9uZTpzZWNyZXQ/);
      }
    }
  });

  test.each([
    ['the proxy refuses connections', 'http://127.0.0.1:1', 'the proxy could not be reached'],
    ["the proxy's name cannot be resolved", 'http://proxy.invalid:3128', 'the proxy could not be reached'],
  ])('%s', async (_, proxy, detail) => {
    for (const scheme of ['http', 'https']) {
      const result = await get({ proxy }, `${scheme}://site.example/robots.txt`);
      expect(result).toMatchObject({ kind: 'failure', failure: 'proxy', detail });
    }
  });

  test('the proxy refuses a tunnel', async () => {
    const proxy = await startProxy({ tunnelStatus: 503 });
    const result = await get({ proxy: proxy.url }, 'https://site.example/robots.txt');
    expect(result).toMatchObject({ failure: 'proxy', detail: 'the proxy refused the connection' });
    expect(proxy.log).toEqual(['ok CONNECT site.example:443']);
  });

  test('the proxy does not respond', async () => {
    const silent = await startCountingServer({ answer: '' });
    const options = transportOptions({ headersMs: 150 }, { proxy: `http://127.0.0.1:${silent.port}` });
    const exchange = new HttpExchange(createDispatcher(options, lookupBySystem), options);
    onTestFinished(() => exchange.close());
    const { signal } = new AbortController();
    for (const scheme of ['http', 'https']) {
      const url = new URL(`${scheme}://site.example/robots.txt`);
      expect(await exchange.request({ url, signal })).toMatchObject({ failure: 'timeout' });
    }
    await expect.poll(() => silent.open).toBe(0);
  });

  test('an invalid proxy URL throws and is not repeated', () => {
    for (const proxy of [
      'someone:secret@proxy.example:3128',
      'socks5://someone:secret@proxy.example',
      'http://someone:secret%zz@proxy.example',
      'http://someone:secret@',
      '',
    ]) {
      const make = () => createDispatcher(transportOptions({}, { proxy }), lookupBySystem);
      expect(make).toThrow(/^proxy must be .* such as "http:/);
      expect(inspect(thrown(make))).not.toContain('secret');
    }
  });
});

test("the proxy's name is resolved like any other", async () => {
  const server = await startRawServer((socket) => respond(socket, 200));
  const proxy = await startProxy({ names: ['site.example'] });
  const { lookup } = await startDnsServer({ 'proxy.example': ['127.0.0.1'] });
  const named = proxy.url.replace('127.0.0.1', 'proxy.example');
  const url = `http://site.example:${server.port}/robots.txt`;
  // The guard does not apply to the proxy, which the operator configured.
  expect(await get({ proxy: named }, url, lookup)).toMatchObject({ status: 200 });
  const nowhere = proxy.url.replace('127.0.0.1', 'no.example');
  expect(await get({ proxy: nowhere }, url, lookup)).toMatchObject({ failure: 'proxy' });
});

describe('the proxies of the environment', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])('%s and NO_PROXY', async (name) => {
    const server = await startRawServer((socket) => respond(socket, 200));
    const proxy = await startProxy({ names: ['site.example'] });
    const { lookup } = await startDnsServer({ 'direct.example': ['127.0.0.1'] });
    environment({ [name]: proxy.url, NO_PROXY: 'direct.example' });
    const get2 = (host: string) => get({ proxy: 'environment' }, `http://${host}:${server.port}/robots.txt`, lookup);
    expect(await get2('site.example')).toMatchObject({ status: 200 });
    expect(await get2('direct.example')).toMatchObject({ status: 200 });
    expect(proxy.log).toEqual([`ok GET http://site.example:${server.port}/robots.txt`]);
    expect(server.requests).toHaveLength(2);
  });

  test('without a proxy, requests are direct; `none` ignores the environment', async () => {
    const server = await startRawServer((socket) => respond(socket, 200));
    const url = `${server.origin}/robots.txt`;
    expect(await get({ proxy: 'environment' }, url)).toMatchObject({ status: 200 });
    const proxy = await startProxy();
    environment({ HTTP_PROXY: proxy.url });
    expect(await get({ proxy: 'none' }, url)).toMatchObject({ status: 200 });
    expect(proxy.log).toEqual([]);
  });

  test('an invalid URL throws and is not repeated', () => {
    for (const value of ['someone:secret@proxy.example:3128', '127.0.0.1:3128', 'localhost:3128']) {
      environment({ HTTPS_PROXY: value });
      const make = () => createDispatcher(transportOptions({}, { proxy: 'environment' }), lookupBySystem);
      expect(make).toThrow(/^HTTP_PROXY or HTTPS_PROXY is not a valid proxy URL\. Set it to/);
      expect(inspect(thrown(make))).not.toContain('secret');
    }
  });
});

describe('the guard with a proxy', () => {
  const guard = {};
  const refused = { kind: 'failure', failure: 'refused-address' };

  test.each(['http', 'https'])('%s: private targets are not passed to the proxy', async (scheme) => {
    const proxy = await startProxy({ names: ['public.example', 'nowhere.example'] });
    const { lookup } = await startDnsServer({
      'private.example': ['10.0.0.1'],
      'mixed.example': ['8.8.8.8', '10.0.0.1'],
      'mapped.example': ['::ffff:169.254.169.254'],
      'public.example': ['8.8.8.8'],
    });
    environment({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
    for (const by of ['environment', proxy.url]) {
      for (const host of ['127.0.0.1', '[::1]', '0x7f.1', 'private.example', 'mixed.example', 'mapped.example']) {
        const result = await get({ proxy: by, guard }, `${scheme}://${host}:1/robots.txt`, lookup);
        expect([host, result]).toMatchObject([host, refused]);
      }
    }
    expect(proxy.log).toEqual([]);
    // The proxy runs on this machine. Names that only it can resolve are its responsibility.
    for (const host of ['public.example', 'nowhere.example']) {
      await get({ proxy: proxy.url, guard }, `${scheme}://${host}:1/robots.txt`, lookup);
    }
    expect(proxy.log).toHaveLength(2);
  });

  test.each([
    'router',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'nas.home.arpa',
    'metadata.goog',
    'printer.local.',
  ])('%s, which is private by form, is not passed to the proxy', async (host) => {
    const proxy = await startProxy({ names: [host] });
    const lookup = () => Promise.reject(new Error('unknown'));
    const url = `http://${host}:1/robots.txt`;
    expect(await get({ proxy: proxy.url, guard }, url, lookup)).toMatchObject(refused);
    expect(proxy.log).toEqual([]);
    await get({ proxy: proxy.url, guard: { allowHosts: [host] } }, url, lookup);
    expect(proxy.log).toHaveLength(1);
  });

  test('without a proxy, an allowed range is enough for a name that is private by form', async () => {
    const server = await startRawServer((socket) => respond(socket, 200));
    const { lookup } = await startDnsServer({ 'printer.internal': ['127.0.0.1'] });
    const url = `http://printer.internal:${server.port}/robots.txt`;
    const allowed = { proxy: 'environment', guard: { allowCidrs: ['127.0.0.0/8'] } };
    expect(await get(allowed, url, lookup)).toMatchObject({ status: 200 });
  });

  test('targets without a proxy are checked when connecting', async () => {
    const server = await startCountingServer();
    const { lookup } = await startDnsServer({ 'rebind.example': [['8.8.8.8'], ['127.0.0.1']] });
    const proxy = await startProxy();
    environment({ HTTP_PROXY: proxy.url, NO_PROXY: 'rebind.example' });
    const url = `http://rebind.example:${server.port}/robots.txt`;
    expect(await get({ proxy: 'environment', guard }, url, lookup)).toMatchObject(refused);
    expect([server.connections, proxy.log]).toEqual([0, []]);
  });
});

function thrown(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}
