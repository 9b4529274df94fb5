/** A scripted name server, and a lookup that uses it. */

import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { devNull } from 'node:os';
import { onTestFinished } from 'vitest';
import { DnsResolver } from '../../src/transport/dns-resolver.js';
import type { LookupAddresses } from '../../src/transport/options.js';

/**
 * The response for a name: its addresses, a list of addresses per query (the last one repeats), or a failure. Other
 * names do not exist (NXDOMAIN).
 */
export type Zone = Readonly<Record<string, Addresses | readonly Addresses[] | Failure>>;
type Addresses = readonly string[];
type Failure = 'servfail' | 'silence';

export interface DnsServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Resolves names only with this server, without local files. */
  readonly lookup: LookupAddresses;
  /** The queried names, once for A and once for AAAA. */
  readonly questions: readonly string[];
}

export interface DnsServerOptions {
  /** Queries without a response. */
  readonly silentTypes?: readonly ('A' | 'AAAA')[];
}

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };

/** For a resolver without local names. */
export const NO_FILES = { hosts: devNull, resolvConf: devNull };

/** Starts a server on a free port of the loopback; it stops with the test. */
export async function startDnsServer(zone: Zone, { silentTypes = [] }: DnsServerOptions = {}): Promise<DnsServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    const nth = questions.filter((question) => question === `${name} ${TYPES[type]}`).length;
    questions.push(`${name} ${TYPES[type]}`);
    if (silentTypes.some((each) => each === TYPES[type])) return;
    reply(socket, from, query.subarray(0, end), answerOf(zone[name], nth), type);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => socket.close(() => resolve())));
  const address = `127.0.0.1:${socket.address().port}`;
  const names = new DnsResolver({ servers: [address], files: NO_FILES });
  onTestFinished(() => names.close());
  return { questions, address, lookup: names.lookup };
}

function answerOf(entry: Zone[string] | undefined, nth: number): Addresses | Failure | 'nxdomain' {
  if (entry === undefined) return 'nxdomain';
  if (typeof entry === 'string') return entry;
  const isInTurn = (each: Addresses | readonly Addresses[]): each is readonly Addresses[] => Array.isArray(each[0]);
  return isInTurn(entry) ? (entry[Math.min(nth, entry.length - 1)] ?? []) : entry;
}

/** RFC 1035 4.1.2: the question of a query. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035 4.1.1, RCODE. */
const CODES = { servfail: 2, nxdomain: 3 } as const;

function reply(socket: Socket, from: RemoteInfo, question: Buffer, answer: Addresses | Failure | 'nxdomain', type: number): void {
  if (answer === 'silence') return;
  const isFamily = (address: string) => isIPv6(address) === (TYPES[type] === 'AAAA');
  const addresses = typeof answer === 'string' ? [] : answer.filter(isFamily);
  const head = Buffer.from(question);
  // RFC 1035 4.1.1: a response, recursion available.
  const code = typeof answer === 'string' ? CODES[answer] : 0;
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8, 12);
  const records = addresses.map((address) => record(bytesOf(address), type));
  socket.send(Buffer.concat([head, ...records]), from.port, from.address);
}

/** RFC 1035 4.1.3, for the name in the question, with a TTL of 0. */
function record(data: Buffer, type: number): Buffer {
  const fields = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([fields, data]);
}

/** Expands an address such as `::1` or `127.0.0.1` to its bytes. */
function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const full = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address;
  const [left = '', right = ''] = full.split('::');
  const words = (half: string) => (half === '' ? [] : half.split(':'));
  const gap = Array(8 - words(left).length - words(right).length).fill('0');
  const groups = full.includes('::') ? [...words(left), ...gap, ...words(right)] : words(full);
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
