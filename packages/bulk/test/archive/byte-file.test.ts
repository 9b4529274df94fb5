import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { archiveStats, ByteFile, isFileOrFolder } from '../../src/archive/byte-file.js';
import { InputError } from '../../src/bytes/input-error.js';
import { fileOf } from '../support/byte-file.js';

const LONG = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) >> 8);

test('reads any part, in any order, and less only at the end of the file', () => {
  const file = fileOf(LONG);
  for (const [offset, atLeast] of [
    [0, 1],
    [999_990, 100_000],
    [5, 10],
    [2_999_999, 50],
  ] as const) {
    const part = file.from(offset, atLeast);
    expect(part.length).toBeGreaterThanOrEqual(Math.min(atLeast, LONG.length - offset));
    expect(part).toEqual(LONG.subarray(offset, offset + part.length));
  }
  expect(file.from(LONG.length, 5)).toHaveLength(0);
});

test('reads little after a seek, and more with each read that continues it', () => {
  const file = fileOf(LONG);
  const sizes: number[] = [];
  for (let at = 500_000; at < LONG.length; at += sizes.at(-1) ?? 0) {
    sizes.push(file.from(at, 1).length);
  }
  expect(sizes.slice(0, 5)).toEqual([4096, 32_768, 262_144, 1_048_576, 1_048_576]);
});

test('yields the chunks of a file', () => {
  const chunks = [...fileOf(LONG).chunks(1_234_567)];
  expect(Buffer.concat(chunks).equals(LONG.subarray(1_234_567))).toBe(true);
});

test('finds bytes across windows and not after the end', () => {
  const bytes = new Uint8Array(2_500_000);
  const wanted = Uint8Array.of(1, 2, 3, 4);
  for (const at of [0, 1_048_574, 2_499_996]) bytes.set(wanted, at);
  const file = fileOf(bytes);
  expect(file.find(wanted, 0, 9)).toBe(0);
  expect(file.find(wanted, 1, 2_500_000)).toBe(1_048_574);
  expect(file.find(wanted, 1, 1_048_574)).toBe(undefined);
  expect(file.find(wanted, 1_048_575, Number.POSITIVE_INFINITY)).toBe(2_499_996);
  expect(file.find(wanted, 2_499_997, Number.POSITIVE_INFINITY)).toBe(undefined);
});

test('accepts files and folders, not devices', () => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/file`, '');
  expect([folder, `${folder}/file`, '/dev/null'].map((path) => isFileOrFolder(statSync(path)))).toEqual([true, true, false]);
});

test('archiveStats() accepts folders and rejects devices and missing files', () => {
  expect(archiveStats(temporaryFolder()).isDirectory()).toBe(true);
  expect(() => archiveStats('/dev/null')).toThrow(InputError);
  expect(() => archiveStats(`${temporaryFolder()}/none`)).toThrow('ENOENT');
});

test('a file that becomes shorter is an InputError, not the end of the file', () => {
  const path = `${temporaryFolder()}/file`;
  writeFileSync(path, Buffer.alloc(100_000));
  const file = new ByteFile(path);
  onTestFinished(() => file.close());
  truncateSync(path, 10);
  expect(() => file.from(50_000, 10)).toThrow('became shorter');
});
