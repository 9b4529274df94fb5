import { describe, expect, onTestFinished, test } from 'vitest';
import { HostAddresses, hostOf } from '../../src/transport/connector.js';
import { DnsResolver } from '../../src/transport/dns-resolver.js';
import type { GuardOptions } from '../../src/transport/guard.js';
import type { LookupAddresses } from '../../src/transport/options.js';
import { NO_FILES, startDnsServer } from '../support/dns-server.js';
import { lookupBySystem, transportOptions } from '../support/transport-options.js';

function hosts(lookup: LookupAddresses, guard?: GuardOptions, lookupMs = 5_000): HostAddresses {
  return new HostAddresses(transportOptions({ lookupMs }, { guard }), lookup);
}

const refused = { failure: 'refused-address', message: 'the address of the host is not public' };

describe('addresses of a host', () => {
  test('a private address among public ones is dropped', async () => {
    const dns = await startDnsServer({
      'mixed.example': ['10.0.0.1', '8.8.8.8', '::1', '2606:4700::1', '::ffff:127.0.0.1'],
      'private.example': ['10.0.0.1', 'fd00::1', '64:ff9b::7f00:1'],
    });
    const guarded = hosts(dns.lookup, {});
    expect(await guarded.of('mixed.example')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    await expect(guarded.of('private.example')).rejects.toMatchObject(refused);
    expect(await hosts(dns.lookup).of('private.example')).toHaveLength(3);
  });

  test('checkAll rejects it, because a proxy may choose it', async () => {
    const dns = await startDnsServer({
      'mixed.example': ['8.8.8.8', '10.0.0.1'],
      'public.example': ['8.8.8.8', '2606:4700::1'],
    });
    await hosts(dns.lookup, {}).checkAll('public.example');
    await hosts(dns.lookup).checkAll('mixed.example');
    for (const host of ['mixed.example', '127.0.0.1']) {
      await expect(hosts(dns.lookup, {}).checkAll(host)).rejects.toMatchObject(refused);
    }
    await expect(hosts(dns.lookup, {}).checkAll('no.example')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  test('DNS rebinding: each lookup is checked', async () => {
    const dns = await startDnsServer({ 'rebind.example': [['8.8.8.8'], ['127.0.0.1']] });
    const guarded = hosts(dns.lookup, {});
    expect(await guarded.of('rebind.example')).toEqual([{ address: '8.8.8.8', family: 4 }]);
    await expect(guarded.of('rebind.example')).rejects.toMatchObject(refused);
  });

  test('exceptions of the guard', async () => {
    const dns = await startDnsServer({ 'intranet.example': ['10.0.0.1', '10.9.0.1'] });
    const byName = hosts(dns.lookup, { allowHosts: ['intranet.example'] });
    expect(await byName.of('intranet.example')).toHaveLength(2);
    const byAddress = hosts(dns.lookup, { allowCidrs: ['10.9.0.0/16'] });
    expect(await byAddress.of('intranet.example')).toEqual([{ address: '10.9.0.1', family: 4 }]);
  });

  test('an address is not looked up', async () => {
    const dns = await startDnsServer({});
    const guarded = hosts(dns.lookup, {});
    expect(await guarded.of('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await guarded.of('2606:4700::1')).toEqual([{ address: '2606:4700::1', family: 6 }]);
    await expect(guarded.of('127.0.0.1')).rejects.toMatchObject(refused);
    expect(dns.questions).toEqual([]);
  });

  test('names that cannot be resolved', async () => {
    const dns = await startDnsServer({ 'broken.example': 'servfail', 'silent.example': 'silence' });
    const guarded = hosts(dns.lookup, {});
    await expect(guarded.of('no.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(guarded.of('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    await expect(hosts(dns.lookup, {}, 100).of('silent.example')).rejects.toMatchObject({
      failure: 'dns',
      cause: { code: 'ETIMEOUT' },
      message: 'the name server did not respond in time',
    });
  });

  test.each(['ECONNREFUSED', 'EPERM', 'ETIMEDOUT', undefined])(
    'an error of the lookup with the code %s is about names, not about the site',
    async (code) => {
      const lookup = () => Promise.reject(Object.assign(new Error('no'), code && { code }));
      await expect(hosts(lookup).of('any.example')).rejects.toMatchObject({ failure: 'dns' });
    },
  );

  test.each<[string, unknown]>([
    ['one address, as dns.promises.lookup without `all` returns it', { address: '127.0.0.1', family: 4 }],
    ['texts, as dns.promises.resolve4 returns them', ['127.0.0.1']],
    ['a name instead of an address', [{ address: 'localhost', family: 4 }]],
    ['an entry that is missing', [{ address: '127.0.0.1', family: 4 }, null]],
    ['nothing, as dns.lookup with a callback does', undefined],
    ['null', null],
  ])('a lookup that returns %s is a failure of DNS, and the option is named', async (_, result) => {
    const lookup = (async () => result) as LookupAddresses;
    for (const guard of [undefined, {}, { allowHosts: ['any.example'] }]) {
      const looking = hosts(lookup, guard);
      const failure = {
        failure: 'dns',
        message: 'the option lookup returned no list of addresses',
      };
      await expect(looking.of('any.example')).rejects.toMatchObject(failure);
      await expect(looking.checkAll('any.example')).rejects.toMatchObject(failure);
    }
  });

  test('a lookup need not return the family of an address', async () => {
    const lookup = (async () => [{ address: '127.0.0.1' }, { address: '::1' }]) as never;
    expect(await hosts(lookup).of('any.example')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  test('a name server that refuses connections is a failure of DNS', async () => {
    const resolver = new DnsResolver({ servers: ['127.0.0.1:1'], files: NO_FILES });
    onTestFinished(() => resolver.close());
    await expect(hosts(resolver.lookup).of('any.example')).rejects.toMatchObject({
      failure: 'dns',
    });
  });

  test("the system resolves this machine's name, and the guard checks its address", async () => {
    expect(await hosts(lookupBySystem).of('localhost')).toContainEqual({
      address: '127.0.0.1',
      family: 4,
    });
    await expect(hosts(lookupBySystem, {}).of('localhost')).rejects.toMatchObject(refused);
  });
});

test('hostOf returns an IPv6 address without brackets', () => {
  expect(hostOf(new URL('http://Example.com:81/'))).toBe('example.com');
  expect(hostOf(new URL('http://[::1]:81/'))).toBe('::1');
  expect(hostOf(new URL('ftp://0x7f.1/'))).toBe('127.0.0.1');
});
