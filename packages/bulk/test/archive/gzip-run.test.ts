import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readMember, readRun } from '../../src/archive/gzip-members.js';
import { fileOf } from '../support/byte-file.js';

/** Hardly compressible bytes that contain the magic number of gzip. */
function noise(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, value = seed; at < length; at += 1) {
    value = (Math.imul(value, 1_103_515_245) + 12_345) & 0x7fffffff;
    bytes[at] = value >> 16;
  }
  bytes.set([0x1f, 0x8b, 8, 0], length >> 1);
  return bytes;
}

const BODIES = Array.from({ length: 300 }, (_, index) => noise(index, 10 + ((index * 997) % 2000)));
const MEMBERS = BODIES.map((body) => gzipSync(body));
const FILE = Buffer.concat(MEMBERS);

test('RFC 1952 2.2: runs contain the same members as single reads, including the last one', () => {
  const file = fileOf(FILE);
  const found: Uint8Array[] = [];
  let at = 0;
  for (let runs = 1; at < file.size; runs += 1) {
    const run = readRun(file, at, Number.POSITIVE_INFINITY);
    if (run === undefined) break;
    expect(run.members.length).toBeGreaterThan(10);
    for (const member of run.members) {
      expect(member).toEqual(readMember(file, at));
      found.push(member.bytes);
      at = member.end;
    }
    expect(runs).toBeLessThan(10);
  }
  expect(found.length).toBeGreaterThan(250);
  expect(found.map((bytes) => BODIES[found.indexOf(bytes)]?.equals(bytes))).not.toContain(false);
});

test('members end before the given offset', () => {
  const before = 20_000;
  const run = readRun(fileOf(FILE), 0, before);
  expect(run?.end).toBe(before);
  const last = run?.members.at(-1)?.end ?? 0;
  expect(last).toBeLessThanOrEqual(before);
  const next = MEMBERS[run?.members.length ?? 0]?.length ?? 0;
  expect(last + next).toBeGreaterThan(before);
});

test('a range that is too short is not a run', () => {
  expect(readRun(fileOf(FILE), 0, 1000)).toBe(undefined);
  expect(readRun(fileOf(FILE.subarray(0, 1000)), 0, Number.POSITIVE_INFINITY)).toBe(undefined);
});

test('a cut file yields the members before the cut', () => {
  const cut = fileOf(FILE.subarray(0, 50_000));
  const run = readRun(cut, 0, Number.POSITIVE_INFINITY);
  const end = run?.members.at(-1)?.end ?? 0;
  expect(end).toBeGreaterThan(45_000);
  expect(readMember(cut, end)).toEqual({ kind: 'cut' });
});

test('a run with damaged or too large data has no members', () => {
  const broken = Buffer.from(FILE);
  broken[20_000] = (broken[20_000] ?? 0) ^ 0xff;
  expect(readRun(fileOf(broken), 0, 50_000)).toEqual({ members: [], end: 50_000 });
  const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
  expect(readRun(fileOf(bomb), 0, Number.POSITIVE_INFINITY)?.members).toEqual([]);
});

test('padding and empty members end a run', () => {
  const some = Buffer.concat(MEMBERS.slice(0, 50));
  for (const padding of [Buffer.alloc(100), gzipSync('')]) {
    const run = readRun(fileOf(Buffer.concat([some, padding])), 0, Number.POSITIVE_INFINITY);
    // The last member may be missing, because no other member follows it.
    const ends = [some.length, some.length - (MEMBERS[49]?.length ?? 0)];
    expect(ends).toContain(run?.members.at(-1)?.end);
  }
  expect(readRun(fileOf(Buffer.alloc(30_000)), 0, 30_000)?.members).toEqual([]);
});
