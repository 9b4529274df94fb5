import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import type { LookupAddresses, TransportOptions } from '../../src/transport/options.js';
import { startCountingServer } from '../support/counting-server.js';
import { dispatcherOf, fetchBy } from '../support/dispatched.js';
import { startDnsServer } from '../support/dns-server.js';
import { respond, startRawServer } from '../support/raw-server.js';
import { lookupBySystem, transportOptions } from '../support/transport-options.js';

/** Hosts that are this machine; the last two are names. */
const HERE = [
  ...['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '127.0.0.1.', '0.0.0.0'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '%31%32%37.0.0.1', '１２７.0.0.1'],
  ...['localhost', 'here.example'],
];
const guarded = (options: TransportOptions['guard'] = {}) => transportOptions({}, { guard: options });
const refused = { kind: 'failure', failure: 'refused-address' };

async function lookupHere(): Promise<LookupAddresses> {
  const { lookup } = await startDnsServer({
    'here.example': ['127.0.0.1'],
    'first.example': ['127.0.0.1'],
  });
  return (name) => (name === 'localhost' ? lookupBySystem(name) : lookup(name));
}

describe('the guard of HTTP', () => {
  test.each(HERE)('%s is reached only without a guard', async (host) => {
    const server = await startCountingServer();
    const lookup = await lookupHere();
    const url = `http://${host}:${server.port}/robots.txt`;
    expect(await fetchBy(guarded(), lookup, url)).toMatchObject(refused);
    expect(server.connections).toBe(0);
    expect(await fetchBy(transportOptions(), lookup, url)).toMatchObject({ status: 200 });
    expect(server.connections).toBe(1);
  });

  test.each(['http', 'https', 'ftp'])('a redirect to %s on this machine is refused', async (scheme) => {
    const target = await startCountingServer();
    const lookup = await lookupHere();
    for (const host of HERE) {
      const location = `Location: ${scheme}://${host}:${target.port}/robots.txt`;
      const first = await startRawServer((socket) => respond(socket, 302, [location]));
      const url = `http://first.example:${first.port}/robots.txt`;
      const outcome = await fetchBy(guarded({ allowHosts: ['first.example'] }), lookup, url);
      expect([host, outcome]).toMatchObject([host, { ...refused, hops: [{ url, status: 302 }] }]);
      expect(first.lines).toEqual(['GET /robots.txt']);
    }
    expect(target.connections).toBe(0);
  });

  test('exceptions by name and by address', async () => {
    const server = await startCountingServer();
    const lookup = await lookupHere();
    const url = `http://here.example:${server.port}/robots.txt`;
    for (const allowed of [{ allowHosts: ['here.example'] }, { allowCidrs: ['127.0.0.1/32'] }]) {
      expect(await fetchBy(guarded(allowed), lookup, url)).toMatchObject({ status: 200 });
    }
    expect(server.connections).toBe(2);
  });

  test('names that cannot be resolved', async () => {
    const { lookup } = await startDnsServer({
      'broken.example': 'servfail',
      'silent.example': 'silence',
    });
    const options = transportOptions({ lookupMs: 200 }, { guard: {} });
    for (const host of ['no.example', 'broken.example', 'silent.example']) {
      const outcome = await fetchBy(options, lookup, `http://${host}/robots.txt`);
      expect([host, outcome]).toMatchObject([host, { kind: 'failure', failure: 'dns' }]);
    }
  });
});

describe('connections', () => {
  test('no connection stays open, regardless of the number of origins', async () => {
    const server = await startCountingServer();
    const names = Array.from({ length: 60 }, (_, index) => `host${index}.example`);
    const { lookup } = await startDnsServer(Object.fromEntries(names.map((name) => [name, ['127.0.0.1']])));
    const agent = dispatcherOf(transportOptions(), lookup);
    await Promise.all(
      names.map(async (name) => {
        const origin = `http://${name}:${server.port}`;
        const { body } = await agent.request({ origin, path: '/robots.txt', method: 'GET' });
        expect(await body.text()).toBe('ok\n');
      }),
    );
    expect(server.connections).toBe(60);
    await expect.poll(() => server.open).toBe(0);
    expect(agent).toBeInstanceOf(Agent);
    expect(agent instanceof Agent ? agent.stats : undefined).toEqual({});
  });

  test('each for one request', async () => {
    const server = await startCountingServer();
    const agent = dispatcherOf(transportOptions());
    const send = async () => {
      const origin = `http://127.0.0.1:${server.port}`;
      const { body } = await agent.request({ origin, path: '/', method: 'GET' });
      await body.dump();
    };
    await Promise.all(Array.from({ length: 15 }, send));
    expect(server.connections).toBe(15);
  });

  test('failed requests are not repeated, redirects are not followed', async () => {
    const server = await startRawServer((socket, _, index) => {
      if (index === 0) socket.destroy();
      else respond(socket, 302, ['Location: /elsewhere']);
    });
    const agent = dispatcherOf(transportOptions());
    const send = () => agent.request({ origin: server.origin, path: '/', method: 'GET' });
    await expect(send()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    const { statusCode, body } = await send();
    await body.dump();
    expect(statusCode).toBe(302);
    expect(server.lines).toEqual(['GET /', 'GET /']);
  });

  test('headers beyond the limit fail', async () => {
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Long: ${'x'.repeat(3_000)}\r\n\r\n`;
    const { port } = await startCountingServer({ answer });
    const url = `http://127.0.0.1:${port}/robots.txt`;
    const within = transportOptions({ maxHeaderBytes: 4_000 });
    expect(await fetchBy(within, lookupBySystem, url)).toMatchObject({ status: 200 });
    const past = transportOptions({ maxHeaderBytes: 2_000 });
    const outcome = await fetchBy(past, lookupBySystem, url);
    expect(outcome).toMatchObject({ failure: 'protocol', code: 'UND_ERR_HEADERS_OVERFLOW' });
  });

  test('a hanging handshake counts as connecting', async () => {
    const { port } = await startCountingServer({ answer: '' });
    const options = transportOptions({ connectMs: 200 });
    const url = `https://127.0.0.1:${port}/robots.txt`;
    const outcome = await fetchBy(options, lookupBySystem, url);
    expect(outcome).toMatchObject({
      failure: 'timeout',
      detail: 'the connection attempt timed out',
    });
  });
});
