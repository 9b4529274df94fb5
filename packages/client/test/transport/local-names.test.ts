/** Hosts files and search lists, tested through a resolver. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DnsResolver } from '../../src/transport/dns-resolver.js';
import { startDnsServer, type Zone } from '../support/dns-server.js';

async function setUp({ hosts = '', resolvConf = '' }, zone: Zone = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { hosts: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') };
  writeFileSync(files.hosts, hosts);
  writeFileSync(files.resolvConf, resolvConf);
  const dns = await startDnsServer(zone);
  const resolver = new DnsResolver({ servers: [dns.address], files });
  onTestFinished(() => resolver.close());
  const addressesOf = async (name: string) => (await resolver.lookup(name)).map(({ address }) => address);
  const queried = () => dns.questions.filter((each) => each.endsWith(' A'));
  return { resolver, addressesOf, queried, files };
}

describe('the hosts file', () => {
  const hosts = [
    '# comment',
    '10.0.0.1\tIntranet.example intranet # and an alias',
    'fd00::1 intranet.example',
    '  127.0.0.9 localhost',
    'no-address broken.example',
    '10.0.0.2',
  ].join('\r\n');

  test.each([
    ['intranet.example', ['10.0.0.1', 'fd00::1']],
    ['intranet.example.', ['10.0.0.1', 'fd00::1']],
    ['INTRANET', ['10.0.0.1']],
    ['localhost', ['127.0.0.9']],
  ])('%s is found there without a DNS query', async (name, addresses) => {
    const { addressesOf, queried } = await setUp({ hosts });
    expect(await addressesOf(name)).toEqual(addresses);
    expect(queried()).toEqual([]);
  });

  test('a line without an address is ignored', async () => {
    const { addressesOf } = await setUp({ hosts });
    await expect(addressesOf('broken.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('the search list of resolv.conf', () => {
  const zone: Zone = {
    'wiki.b.example': ['10.0.0.3'],
    'svc.ns.a.example': ['10.0.0.4'],
    tld: ['10.0.0.5'],
    'servfail.a.example': 'servfail',
    'servfail.b.example': ['10.0.0.6'],
  };
  const resolvConf = 'domain c.example\nsearch a.example b.example .\noptions rotate ndots:2\n';

  test.each([
    ['wiki', ['wiki.a.example', 'wiki.b.example'], ['10.0.0.3']],
    ['tld', ['tld.a.example', 'tld.b.example', 'tld'], ['10.0.0.5']],
    ['tld.', ['tld'], ['10.0.0.5']],
    // A name with a dot is first queried unchanged.
    ['svc.ns', ['svc.ns', 'svc.ns.a.example'], ['10.0.0.4']],
  ])('%s is queried as %j', async (name, questions, addresses) => {
    const { addressesOf, queried } = await setUp({ resolvConf }, zone);
    expect(await addressesOf(name)).toEqual(addresses);
    expect(queried()).toEqual(questions.map((each) => `${each} A`));
  });

  test('a name with at least ndots dots is complete', async () => {
    const { addressesOf, queried } = await setUp({ resolvConf }, zone);
    await expect(addressesOf('www.no.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(queried()).toEqual(['www.no.example A']);
  });

  test('only a missing name is tried with the next suffix', async () => {
    const { addressesOf, queried } = await setUp({ resolvConf }, zone);
    await expect(addressesOf('servfail')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    expect(queried()).toEqual(['servfail.a.example A']);
  });
});

test('unreadable files count as empty', async () => {
  const { files, addressesOf } = await setUp({}, { 'one.example': ['10.0.0.7'] });
  rmSync(files.hosts);
  rmSync(files.resolvConf);
  expect(await addressesOf('one.example')).toEqual(['10.0.0.7']);
});

test('changed files are read again, within five seconds', async () => {
  const { files, addressesOf, queried } = await setUp(
    { hosts: '10.0.0.1 intranet', resolvConf: 'search a.example' },
    { 'wiki.b.example': ['10.0.0.3'] },
  );
  expect(await addressesOf('intranet')).toEqual(['10.0.0.1']);
  writeFileSync(files.hosts, '10.0.0.22 intranet');
  writeFileSync(files.resolvConf, 'search b.example\n');
  await expect.poll(() => addressesOf('intranet')).toEqual(['10.0.0.22']);
  expect(await addressesOf('wiki')).toEqual(['10.0.0.3']);
  expect(queried()).toEqual(['wiki.b.example A']);
});
