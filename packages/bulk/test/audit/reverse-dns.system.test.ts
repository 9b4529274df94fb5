/** Reverse DNS with the resolver of Node and a small name server on the loopback. */
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { ReverseDns } from '../../src/audit/reverse-dns.js';

const TYPES = { A: 1, PTR: 12, AAAA: 28 } as const;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** Data of records by type and name, or a response code. */
type Zone = Readonly<Record<string, readonly Buffer[] | number>>;

function nameData(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** RFC 1035 4.1: answers one question per message. */
async function nameServer(zone: Zone) {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const name = Object.entries(TYPES).find(([, code]) => code === type)?.[0];
    const question = `${name} ${labels.join('.').toLowerCase()}`;
    queries.push(question);
    const answer = zone[question] ?? NXDOMAIN;
    const records = typeof answer === 'number' ? [] : answer;
    const head = Buffer.from(query.subarray(0, at + 5));
    head.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2);
    head.writeUInt16BE(records.length, 6);
    head.fill(0, 8, 12);
    const sections = records.flatMap((data) => [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
    socket.send(Buffer.concat([head, ...sections]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  const resolver = new Resolver({ timeout: 60_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { queries, resolver };
}

const NIBBLES = `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`;

test('names are confirmed by the addresses that they lead to', async () => {
  const { queries, resolver } = await nameServer({
    'PTR 1.100.51.198.in-addr.arpa': [nameData('crawl.bot.example')],
    'A crawl.bot.example': [Buffer.from([198, 51, 100, 1])],
    'PTR 2.100.51.198.in-addr.arpa': [nameData('crawl.bot.example')],
    [`PTR ${NIBBLES}`]: [nameData('other.example'), nameData('six.bot.example')],
    'AAAA six.bot.example': [Buffer.from('20010db8000000000000000000000001', 'hex')],
    'PTR 9.100.51.198.in-addr.arpa': SERVFAIL,
  });
  const dns = new ReverseDns(resolver);
  const domains = ['bot.example'];
  expect(await dns.confirm('198.51.100.1', domains)).toBe('confirmed');
  expect(await dns.confirm('198.51.100.2', domains)).toBe('refuted');
  expect(await dns.confirm('2001:db8::1', domains)).toBe('confirmed');
  expect(await dns.confirm('198.51.100.3', domains)).toBe('refuted');
  expect(await dns.confirm('198.51.100.9', domains)).toBe('failed');
  const before = queries.length;
  expect(await dns.confirm('198.51.100.1', domains)).toBe('confirmed');
  expect(queries).toHaveLength(before);
  expect(dns.unansweredAddresses).toBe(1);
});

test('a server that is not there confirms nothing', async () => {
  const resolver = new Resolver({ timeout: 100, tries: 1 });
  resolver.setServers(['127.0.0.1:9']);
  const dns = new ReverseDns(resolver);
  expect(await dns.confirm('198.51.100.1', ['bot.example'])).toBe('failed');
});
