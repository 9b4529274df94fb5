import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DnsResolver } from '../../src/transport/dns-resolver.js';
import { startCountingServer } from '../support/counting-server.js';
import { NO_FILES, startDnsServer, type Zone } from '../support/dns-server.js';
import { named } from '../support/named-transport.js';
import { transportOptions } from '../support/transport-options.js';
import { webTransport } from '../support/web-transport.js';

const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];

function resolverOf(servers: readonly string[]): DnsResolver {
  const resolver = new DnsResolver({ servers, files: NO_FILES });
  onTestFinished(() => resolver.close());
  return resolver;
}

describe('a lookup', () => {
  test('returns all addresses, IPv4 first', async () => {
    const { lookup } = await startDnsServer({ 'both.example': ['::1', '127.0.0.1', '127.0.0.2'] });
    expect(await lookup('both.example')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  test.each([
    ['no.example', 'ENOTFOUND'],
    ['servfail.example', 'ESERVFAIL'],
    ['empty.example', 'ENODATA'],
    [`${'a'.repeat(64)}.example`, 'EBADNAME'],
  ])('%s fails with %s', async (name, code) => {
    const server = await startDnsServer({ 'servfail.example': 'servfail', 'empty.example': [] });
    await expect(server.lookup(name)).rejects.toMatchObject({ code });
  });

  test('does not wait for unanswered queries of one family', async () => {
    const server = await startDnsServer({ 'half.example': ['127.0.0.1'] }, { silentTypes: ['AAAA'] });
    const began = performance.now();
    expect(await server.lookup('half.example')).toEqual(LOOPBACK);
    // c-ares would repeat the other query for at least six seconds.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test.each(['localhost', 'LocalHost.', 'a.localhost'])('%s needs no server', async (name) => {
    const server = await startDnsServer({});
    expect(await server.lookup(name)).toEqual([...LOOPBACK, { address: '::1', family: 6 }]);
    expect(server.questions).toEqual([]);
  });

  test.each(['servfail', 'closed', 'silence'] as const)('tries the next server if the first one fails: %s', async (how) => {
    const zone: Zone = { 'one.example': how === 'closed' ? [] : how };
    const first = how === 'closed' ? '127.0.0.1:1' : (await startDnsServer(zone)).address;
    const second = await startDnsServer({ 'one.example': ['127.0.0.1'] });
    const resolver = resolverOf([first, second.address, first]);
    expect(await resolver.lookup('one.example')).toEqual(LOOPBACK);
    // A missing name is not a server failure.
    await expect(resolver.lookup('no.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('uses the servers of dns.setServers()', async () => {
    const server = await startDnsServer({ 'one.example': ['127.0.0.1'] });
    const before = dns.getServers();
    onTestFinished(() => dns.setServers(before));
    dns.setServers([server.address]);
    const resolver = new DnsResolver({ files: NO_FILES });
    expect(await resolver.lookup('one.example')).toEqual(LOOPBACK);
    resolver.close();
  });

  test('concurrent lookups of one name share a query', async () => {
    const server = await startDnsServer({ 'one.example': ['127.0.0.1'] });
    const lookups = Array.from({ length: 100 }, () => server.lookup('One.example'));
    expect(new Set(await Promise.all(lookups)).size).toBe(1);
    expect(server.questions).toEqual(['one.example A', 'one.example AAAA']);
    await server.lookup('one.example');
    expect(server.questions).toHaveLength(4);
  });

  test('closing cancels it immediately', async () => {
    const server = await startDnsServer({ 'silent.example': 'silence' });
    const resolver = resolverOf([server.address]);
    const lookup = resolver.lookup('silent.example');
    await expect.poll(() => server.questions.length).toBe(2);
    resolver.close();
    await expect(lookup).rejects.toMatchObject({ code: 'ECANCELLED' });
    await expect(resolver.lookup('one.example')).rejects.toMatchObject({ code: 'ECANCELLED' });
  });
});

describe('after changes of resolv.conf', () => {
  /** A resolver that uses the name servers of the system, and a function that changes its files. */
  function systemResolver() {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = mkdtempSync(join(tmpdir(), 'repkit-resolver-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = { hosts: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') };
    writeFileSync(files.hosts, '127.0.0.1 known.example');
    const resolver = new DnsResolver({ files });
    const change = async (text: string) => {
      writeFileSync(files.resolvConf, text);
      // The files are checked every five seconds.
      vi.advanceTimersByTime(6000);
      await resolver.lookup('known.example');
    };
    return { resolver, change };
  }

  test('former name servers without queries are dropped', async () => {
    const { resolver, change } = systemResolver();
    await change('search a.example');
    const canceled = new Set<Resolver>();
    const cancel = vi.spyOn(Resolver.prototype, 'cancel').mockImplementation(function (this: Resolver) {
      canceled.add(this);
    });
    onTestFinished(() => cancel.mockRestore());
    for (let count = 0; count < 10; count++) await change(`search ${'b'.repeat(count)}.example`);
    resolver.close();
    expect(canceled.size).toBeLessThanOrEqual(dns.getServers().length);
  });

  test('closing cancels the queries of former name servers', async () => {
    const server = await startDnsServer({ 'silent.example': 'silence' });
    const before = dns.getServers();
    dns.setServers([server.address]);
    onTestFinished(() => dns.setServers(before));
    const { resolver, change } = systemResolver();
    await change('search a.example');
    const lookup = resolver.lookup('silent.example');
    await expect.poll(() => server.questions.length).toBe(2);
    await change('search b.example');
    resolver.close();
    await expect(lookup).rejects.toMatchObject({ code: 'ECANCELLED' });
  });
});

describe('names without a responsive name server', () => {
  test('do not delay close, and leave no running lookup', async () => {
    const server = await startDnsServer({ 'silent.example': 'silence' });
    for (const scheme of ['http', 'https', 'ftp']) {
      const transport = named(resolverOf([server.address]));
      const { signal } = new AbortController();
      const fetching = transport.fetch({ url: `${scheme}://silent.example/robots.txt`, signal });
      const queriesBefore = server.questions.length;
      await expect.poll(() => server.questions.length).toBe(queriesBefore + 2);
      await transport.close();
      expect(await fetching).toMatchObject({ kind: 'failure', failure: 'aborted' });
    }
  });
});

test('a custom lookup is used for every scheme', async () => {
  const site = await startCountingServer();
  const names: string[] = [];
  const lookup = async (name: string) => {
    names.push(name);
    return name === 'none.example' ? [] : LOOPBACK;
  };
  const transport = webTransport(transportOptions({}, { lookup }));
  const fetch = (url: string) => transport.fetch({ url, signal: new AbortController().signal });
  expect(await fetch(`http://a.example:${site.port}/`)).toMatchObject({ status: 200 });
  expect(await fetch('ftp://b.example:1/')).toMatchObject({ failure: 'connect' });
  const nowhere = { failure: 'dns', detail: 'the host name has no address' };
  expect(await fetch('http://none.example/')).toMatchObject(nowhere);
  expect(names).toEqual(['a.example', 'b.example', 'none.example']);
});
