import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MAX_RECORD_BYTES } from '../../src/archive/entry.js';
import { findMember, memberChunks, readMember } from '../../src/archive/gzip-members.js';
import { fileOf } from '../support/byte-file.js';

const NOISE = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index * 31) >> 7));

test('reads consecutive members, including those longer than one read', () => {
  const bodies = [Buffer.from('one'), NOISE, Buffer.from('three')];
  const members = bodies.map((body) => gzipSync(body));
  const file = fileOf(Buffer.concat(members));
  let at = 0;
  for (const [index, body] of bodies.entries()) {
    const member = readMember(file, at);
    at += members[index]?.length ?? 0;
    expect(member).toMatchObject({ kind: 'whole', end: at });
    expect('bytes' in member && body.equals(member.bytes)).toBe(true);
  }
});

test('RFC 1952 2.3: reads a header with all optional fields', () => {
  const plain = gzipSync('text');
  const extra = Buffer.from([3, 0, 1, 2, 3]);
  const parts = [extra, Buffer.from('name\0comment\0'), Buffer.from([9, 9])];
  const header = Buffer.concat([plain.subarray(0, 10), ...parts]);
  header[3] = 2 + 4 + 8 + 16;
  const member = readMember(fileOf(Buffer.concat([header, plain.subarray(10)])), 0);
  expect('bytes' in member && Buffer.from(member.bytes).toString()).toBe('text');
});

test('recognizes a cut member at every length', () => {
  const member = gzipSync('User-agent: *\nDisallow: /\n');
  for (let length = 3; length < member.length; length += 1) {
    expect(readMember(fileOf(member.subarray(0, length)), 0)).toEqual({ kind: 'cut' });
  }
});

test('detects damaged data, a wrong checksum and bytes that are not a member', () => {
  const member = gzipSync(NOISE);
  for (const at of [0, 2, 1000, member.length - 8, member.length - 1]) {
    const damaged = Buffer.from(member);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    expect(readMember(fileOf(damaged), 0).kind, String(at)).toBe('broken');
  }
});

test('finds the next member with the given content', () => {
  const wanted = gzipSync('WARC/1.0');
  const parts = [Buffer.from([0x1f, 0x8b, 8, 0]), gzipSync('other'), wanted];
  const file = fileOf(Buffer.concat(parts));
  const at = file.size - wanted.length;
  const first = Buffer.from('WARC/');
  expect(findMember(file, 0, file.size, first)).toBe(at);
  expect(findMember(file, at + 1, file.size, first)).toBe(undefined);
  expect(findMember(file, 0, at, first)).toBe(undefined);
});

test('streams members that are too large for memory', async () => {
  const large = Buffer.alloc(MAX_RECORD_BYTES + 1, 'abc');
  const packed = gzipSync(large);
  const file = fileOf(Buffer.concat([packed, gzipSync('next')]));
  const member = readMember(file, 0);
  if (member.kind !== 'large') throw new Error(`unexpected ${member.kind}`);
  let length = 0;
  let end: number | 'cut' = 0;
  const chunks = memberChunks(file, member.dataStart, (offset) => {
    end = offset;
  });
  for await (const chunk of chunks) length += chunk.length;
  expect(end).toBe(packed.length);
  expect(length).toBe(large.length);
});
