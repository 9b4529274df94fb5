import { expect, onTestFinished, test } from 'vitest';
import { DnsResolver } from '../../src/transport/dns-resolver.js';
import { startCountingServer } from '../support/counting-server.js';
import { NO_FILES, startDnsServer, type Zone } from '../support/dns-server.js';
import { named } from '../support/named-transport.js';

test('names without a responsive name server do not fail or delay other origins: 1,000 names, 2 % silent, 100 concurrent', async () => {
  const site = await startCountingServer();
  const hosts = Array.from({ length: 1000 }, (_, index) => `host-${index}.example`);
  const isSilent = (index: number) => index % 50 === 7;
  const zone: Zone = Object.fromEntries(hosts.map((host, index) => [host, isSilent(index) ? 'silence' : ['127.0.0.1']]));
  const resolver = new DnsResolver({ servers: [(await startDnsServer(zone)).address], files: NO_FILES });
  let slowestMs = 0;
  const lookup = async (host: string) => {
    const began = performance.now();
    const addresses = await resolver.lookup(host);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    return addresses;
  };
  const transport = named({ lookup, close: () => resolver.close() }, { lookupMs: 6000 });
  onTestFinished(() => transport.close());
  const counts: Record<string, number> = {};
  let next = 0;
  const crawl = async () => {
    for (let index = next++; index < hosts.length; index = next++) {
      const url = `http://${hosts[index]}:${site.port}/robots.txt`;
      const outcome = await transport.fetch({ url, signal: new AbortController().signal });
      const result = outcome.kind === 'failure' ? outcome.failure : outcome.kind;
      const key = `${isSilent(index) ? 'silent' : 'healthy'}: ${result}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 100 }, crawl));
  expect(counts).toEqual({ 'healthy: http': 980, 'silent: dns': 20 });
  // A busy machine may lose a packet, which is resent after a second. A queue would take much longer.
  expect(slowestMs).toBeLessThan(10_000);
});
