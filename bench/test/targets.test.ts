import { expect, test } from 'vitest';
import {
  type BySize,
  judgeClient,
  judgeFilter,
  judgeHostile,
  judgeHostileServers,
  judgeLint,
  judgeMemory,
  judgeOneShot,
  judgeRepeated,
  judgeService,
  judgeSurvey,
  REPEATED_LEAST,
  targetLines,
} from '../src/targets.js';

const all = (value: number): BySize => ({
  tiny: value,
  typical: value,
  many: value,
  wild: value,
  large: value,
  max: value,
});

test('target 1: five times robots-parser in every size, on a body as a string', () => {
  expect(judgeOneShot({ string: all(5), bytes: all(1) }).met).toBe(true);
  const judged = judgeOneShot({ string: { ...all(9), wild: 4.99 }, bytes: all(9) });
  expect(judged.met).toBe(false);
  expect(targetLines(judged)).toMatch(/^target 1: NOT MET — tiny 9\.00x, .*wild 4\.99x <-/);
  expect(targetLines(judged)).toContain('aim 8x (reached by 5 of 6 sizes)');
});

test('target 2: the least of each size and the spread, on every sample', () => {
  const fine = { label: 'matcher', ratios: REPEATED_LEAST, spread: 2 };
  expect(judgeRepeated([fine]).met).toBe(true);
  expect(judgeRepeated([fine, { ...fine, spread: 2.1 }]).met).toBe(false);
  const slow = { ...fine, ratios: { ...REPEATED_LEAST, large: 399 } };
  const judged = judgeRepeated([fine, slow]);
  expect(judged.met).toBe(false);
  expect(judged.summary).toContain('large 399x <-');
});

test('target 3: under 50 ms and 32 MiB; inputs without a target are excluded', () => {
  const fine = { name: 'a', judged: true, ms: 49, memoryBytes: 1_000_000 };
  expect(judgeHostile([fine, { ...fine, judged: false, ms: 900 }]).met).toBe(true);
  expect(judgeHostile([fine, { ...fine, ms: 50 }]).met).toBe(false);
  expect(judgeHostile([fine, { ...fine, memoryBytes: 32 * 1024 * 1024 }]).met).toBe(false);
  const judged = judgeHostile([{ ...fine, name: 'endless', ms: Number.POSITIVE_INFINITY }]);
  expect(judged.details.join()).toContain('endless');
});

test('target 9: lint takes under a second and 200 MB', () => {
  const fine = { name: 'fine', judged: true, ms: 999, memoryBytes: 199e6 };
  expect(judgeLint([fine]).met).toBe(true);
  expect(judgeLint([fine, { ...fine, memoryBytes: 200e6 }]).met).toBe(false);
  const judged = judgeLint([fine, { ...fine, name: 'slow', ms: 1_000 }]);
  expect(judged.met).toBe(false);
  expect(targetLines(judged)).toMatch(
    /^target 9: NOT MET — lint of 1 of 2 files .*\n +over: slow: 1000 ms/,
  );
});

test('target 4: three times the body, 256 KiB a matcher of a typical file', () => {
  const file = { form: 'string', inAll: 5_700, bodyBytes: 1_900 };
  const matcher = { size: 'typical', bytes: 256 * 1024 } as const;
  expect(judgeMemory([file], [matcher]).met).toBe(true);
  expect(judgeMemory([{ ...file, inAll: 5_701 }], [matcher]).met).toBe(false);
  expect(judgeMemory([file], [{ ...matcher, bytes: 256 * 1024 + 1 }]).met).toBe(false);
  expect(judgeMemory([file], [{ size: 'max', bytes: 256 * 1024 + 1 }]).met).toBe(true);
});

test('target 5: a million cached answers a second, and one request', () => {
  const own = { answersPerSecond: 1e6, requests: 1 };
  expect(judgeClient(own, 1_000).met).toBe(true);
  expect(judgeClient({ ...own, answersPerSecond: 999_999 }, 1_000).met).toBe(false);
  const judged = judgeClient({ ...own, requests: 2 }, 1_000);
  expect(judged.met).toBe(false);
  expect(judged.summary).toContain('1000 questions at once made 2 requests <-');
});

test('target 6: a million URLs a second of one host, 300,000 of many, and a start within 1.5x', () => {
  const own = {
    oneHost: { repkit: 1e6, jobs: { one: 1e6, two: 2e6 }, peer: 1e5 },
    manyHosts: { repkit: 3e5, jobs: { one: 3e5, two: 6e5 }, peer: 1e5 },
    startUp: 1.5,
  };
  expect(judgeFilter(own).met).toBe(true);
  expect(judgeFilter(own).details[0]).toContain('times the plain script: 10.0x and 3.00x');
  expect(judgeFilter({ ...own, oneHost: { ...own.oneHost, repkit: 999_999 } }).met).toBe(false);
  expect(judgeFilter({ ...own, manyHosts: { ...own.manyHosts, repkit: 299_999 } }).met).toBe(false);
  expect(judgeFilter({ ...own, startUp: 1.51 }).met).toBe(false);
  const slow = { ...own.oneHost, jobs: { one: 1e6, two: 1.69e6 } };
  expect(judgeFilter({ ...own, oneHost: slow }).met).toBe(false);
});

test('target 7: seven tenths of the rate of bare Fastify, for a file that is given', () => {
  expect(judgeService({ given: 0.7, live: 0.1 }).met).toBe(true);
  const judged = judgeService({ given: 0.69, live: 0.9 });
  expect(judged.met).toBe(false);
  expect(judged.summary).toContain("69 % of bare Fastify's rate <-");
  expect(judged.details.join()).toContain('90 % (watched');
});

test('the line of a target starts with its number and verdict', () => {
  const judged = judgeMemory([{ form: 'string', inAll: 1, bodyBytes: 1 }], []);
  expect(targetLines(judged).split('\n')[0]).toMatch(/^target 4: met — a typical file keeps/);
});

test('target 8: files a second of a survey on two threads', () => {
  const figures = { files: 60_000, isReal: true, one: 12_000, plain: 6_000 };
  expect(judgeSurvey({ ...figures, two: 20_000 })).toMatchObject({ target: 8, met: true });
  expect(judgeSurvey({ ...figures, two: 19_999 })).toMatchObject({ target: 8, met: false });
});

test('target 9: every flood ends soon and blocks little; silent names refuse and delay nobody', () => {
  const flood = { name: 'zstd', outcome: 'unreachable', ms: 1999, stallMs: 99 };
  const lookups = { healthy: 980, refused: 0, delayMs: 999 };
  expect(judgeHostileServers([flood], lookups).met).toBe(true);
  for (const worse of [{ ms: 2000 }, { stallMs: 100 }, { outcome: 'allowed' }]) {
    const judged = judgeHostileServers([{ ...flood, ...worse }], lookups);
    expect(judged.met).toBe(false);
    expect(judged.details.join()).toContain('over: zstd');
  }
  for (const worse of [{ refused: 1 }, { delayMs: 1000 }]) {
    expect(judgeHostileServers([flood], { ...lookups, ...worse }).met).toBe(false);
  }
});
