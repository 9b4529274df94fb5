/** The memory of compiled rules, as Node counts it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { CompiledRules, MAX_COMPILED_STARRED_BYTES } from '../../src/match/compiled-rules.js';
import { ruleListOf } from '../support/patterns.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the bytes of all arrays in use. A collection frees the arrays that the one before found. */
function arrayBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Returns the bytes of the arrays that compiled rules keep: the median, because the test runner creates arrays too. */
function bytesOf(lines: readonly string[]): number {
  const rules = ruleListOf(lines);
  const measured = Array.from({ length: 5 }, () => {
    const before = arrayBytes();
    const compiled = new CompiledRules(rules);
    const bytes = arrayBytes() - before;
    expect(compiled).toBeDefined();
    return bytes;
  });
  return measured.sort((a, b) => a - b)[2] ?? 0;
}

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

test('takes at most 1 MiB for 1,500 patterns with two pieces', () => {
  const bytes = bytesOf(many(1500, (i) => `disallow: /*${i + 10_000}*nowhere${i}`));
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(1024 * 1024);
});

test('takes at most 8 MiB for the maximum compiled bytes', () => {
  const starred = many(2200, (i) => `disallow: /*${i * 7919}*a*b*${i}.php$`);
  const bytes = bytesOf([...starred, ...many(10_000, (i) => `allow: /${(i * 7919).toString(36)}`)]);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(8 * 1024 * 1024);
});

test('takes at most 100 bytes per rule of a deep tree', () => {
  const bytes = bytesOf(many(14_000, (i) => `disallow: /${i.toString(2)}`));
  expect(bytes).toBeLessThan(14_000 * 100);
});

test('does not compile more than 64 KiB of patterns with *', () => {
  const long = 'x'.repeat(MAX_COMPILED_STARRED_BYTES / 64 - 4);
  const lines = many(64, (i) => `disallow: /*${long}${10 + i}`);
  expect(bytesOf(lines)).toBeGreaterThan(64 * 1024);
  expect(bytesOf([...lines, 'allow: /*abcdef'])).toBeLessThan(1024);
});
