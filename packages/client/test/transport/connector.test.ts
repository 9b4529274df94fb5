import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { connectorTo, HostAddresses, openSocket } from '../../src/transport/connector.js';
import type { GuardOptions } from '../../src/transport/guard.js';
import type { LookupAddresses } from '../../src/transport/options.js';
import { startCountingServer } from '../support/counting-server.js';
import { startDnsServer } from '../support/dns-server.js';
import { testOverIpv6 } from '../support/ipv6.js';
import { transportOptions } from '../support/transport-options.js';

const never: LookupAddresses = () => Promise.reject(new Error('looked up'));

/** Connects once, closes, and returns the remote address. */
async function reach(
  host: string,
  port: number,
  { lookup = never, guard }: { lookup?: LookupAddresses; guard?: GuardOptions } = {},
): Promise<string | undefined> {
  const connect = connectorTo(new HostAddresses(transportOptions({}, { guard }), lookup), 5_000);
  const socket = await openSocket(connect, { host, port }, new AbortController().signal);
  const address = socket.remoteAddress;
  socket.destroy();
  return address;
}

const refused = { failure: 'refused-address' };

describe('a guarded connection', () => {
  test.each(['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0.0.0.0'])('no packet is sent to %s', async (host) => {
    const server = await startCountingServer();
    await expect(reach(host, server.port, { guard: {} })).rejects.toMatchObject(refused);
    expect(server.connections).toBe(0);
    await reach(host, server.port);
    expect(server.connections).toBe(1);
  });

  testOverIpv6('no packet is sent over IPv6', async () => {
    const server = await startCountingServer({ host: '::1' });
    for (const host of ['::1', '::']) {
      await expect(reach(host, server.port, { guard: {} })).rejects.toMatchObject(refused);
    }
    expect(server.connections).toBe(0);
    expect(await reach('::1', server.port)).toBe('::1');
  });

  test('a name with such an address is refused', async () => {
    const server = await startCountingServer();
    const { lookup } = await startDnsServer({
      'plain.example': ['127.0.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
    });
    for (const host of ['plain.example', 'mapped.example']) {
      await expect(reach(host, server.port, { lookup, guard: {} })).rejects.toMatchObject(refused);
      expect(server.connections).toBe(0);
    }
    await reach('plain.example', server.port, { lookup });
    expect(server.connections).toBe(1);
  });

  test('DNS rebinding: the checked address is the one connected to', async () => {
    const other = await startCountingServer();
    const ours = await startCountingServer({ host: '127.0.0.2', port: other.port });
    const { lookup, questions } = await startDnsServer({
      'rebind.example': [['127.0.0.2'], ['127.0.0.1']],
    });
    const guard = { allowCidrs: ['127.0.0.2/32'] };
    expect(await reach('rebind.example', ours.port, { lookup, guard })).toBe('127.0.0.2');
    expect(questions).toEqual(['rebind.example A', 'rebind.example AAAA']);
    const again = reach('rebind.example', ours.port, { lookup, guard });
    await expect(again).rejects.toMatchObject(refused);
    expect([ours.connections, other.connections]).toEqual([1, 0]);
  });

  test('RFC 8305: the next permitted address is tried, a refused one never', async () => {
    const server = await startCountingServer();
    const { lookup } = await startDnsServer({
      'many.example': ['127.0.0.2', '127.0.0.3', '127.0.0.1', '::1'],
      'refused.example': ['127.0.0.3', '127.0.0.1'],
    });
    const allowed = { allowCidrs: ['127.0.0.0/8'] };
    const address = await reach('many.example', server.port, { lookup, guard: allowed });
    expect(address).toBe('127.0.0.1');
    expect(server.connections).toBe(1);
    const guard = { allowCidrs: ['127.0.0.3/32'] };
    const refusing = reach('refused.example', server.port, { lookup, guard });
    await expect(refusing).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(server.connections).toBe(1);
  });
});

describe('an aborted connection', () => {
  test('before connecting', async () => {
    const server = await startCountingServer();
    const connect = connectorTo(new HostAddresses(transportOptions(), never), 5_000);
    const endpoint = { host: '127.0.0.1', port: server.port };
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(openSocket(connect, endpoint, signal)).rejects.toThrow('too late');
    expect(server.connections).toBe(0);
  });

  test('while connecting: the connection is closed once open', async () => {
    const server = await startCountingServer();
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const lookup = async () => {
      await answer;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const connect = connectorTo(new HostAddresses(transportOptions(), lookup), 5_000);
    const called = new AbortController();
    const endpoint = { host: 'late.example', port: server.port };
    const opening = openSocket(connect, endpoint, called.signal);
    called.abort(new Error('too late'));
    await expect(opening).rejects.toThrow('too late');
    resolve();
    await expect.poll(() => server.connections).toBe(1);
    await expect.poll(() => server.open).toBe(0);
  });

  test('the connect timeout starts after the lookup, which has a separate timeout', async () => {
    const server = await startCountingServer();
    const lookup: LookupAddresses = async () => {
      await sleep(2500);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const open = (lookupMs: number) => {
      const hosts = new HostAddresses(transportOptions({ lookupMs }), lookup);
      const endpoint = { host: 'slow.example', port: server.port };
      return openSocket(connectorTo(hosts, 2000), endpoint, AbortSignal.any([]));
    };
    (await open(10_000)).destroy();
    await expect(open(100)).rejects.toMatchObject({ failure: 'dns', cause: { code: 'ETIMEOUT' } });
  });
});
