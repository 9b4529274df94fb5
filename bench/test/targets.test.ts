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

test('target 1: seven times robots-parser in every size, for a string body', () => {
  expect(judgeOneShot({ string: all(7), bytes: all(1) }).met).toBe(true);
  const judged = judgeOneShot({ string: { ...all(11), wild: 6.99 }, bytes: all(9) });
  expect(judged.met).toBe(false);
  expect(targetLines(judged)).toMatch(/^target 1: NOT MET — tiny 11\.0x, .*wild 6\.99x <-/);
  expect(targetLines(judged)).toContain('goal 10x (reached by 5 of 6 sizes)');
});

test('target 2: the minimum of each size and the spread, over 2,000 URLs', () => {
  const fine = { label: 'matcher', ratios: REPEATED_LEAST, spread: 4, judged: true };
  expect(judgeRepeated([fine]).met).toBe(true);
  expect(judgeRepeated([fine, { ...fine, spread: 4.1 }]).met).toBe(false);
  expect(judgeRepeated([fine, { ...fine, spread: 5, judged: false }]).met).toBe(true);
  const slow = { ...fine, ratios: { ...REPEATED_LEAST, large: 279 } };
  const judged = judgeRepeated([fine, slow]);
  expect(judged.met).toBe(false);
  expect(judged.summary).toContain('large 279x <-');
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

test('target 4: 1.5 times the body, 64 KiB per matcher of a typical file', () => {
  const file = { form: 'string', total: 2_850, bodyBytes: 1_900 };
  const matcher = { size: 'typical', bytes: 64 * 1024 } as const;
  expect(judgeMemory([file], [matcher]).met).toBe(true);
  expect(judgeMemory([{ ...file, total: 2_851 }], [matcher]).met).toBe(false);
  expect(judgeMemory([file], [{ ...matcher, bytes: 64 * 1024 + 1 }]).met).toBe(false);
  expect(judgeMemory([file], [{ size: 'max', bytes: 64 * 1024 + 1 }]).met).toBe(true);
});

test('target 5: 1.5 million cached checks per second, and one request', () => {
  const own = { checksPerSecond: 1.5e6, requests: 1 };
  expect(judgeClient(own, 1_000).met).toBe(true);
  expect(judgeClient({ ...own, checksPerSecond: 1_499_999 }, 1_000).met).toBe(false);
  const judged = judgeClient({ ...own, requests: 2 }, 1_000);
  expect(judged.met).toBe(false);
  expect(judged.summary).toContain('1000 concurrent checks made 2 requests <-');
});

test('target 6: 4 million URLs per second of one host, 2 million of many, and at most 1.3x the time of bare Node', () => {
  const own = {
    oneHost: { repkit: 4e6, jobs: { one: 4e6, two: 8e6 }, plain: 4e5 },
    manyHosts: { repkit: 2e6, jobs: { one: 2e6, two: 4e6 }, plain: 1e6 },
    orders: [{ hosts: 10, grouped: 2e6, random: 1e6 }],
    startUp: 1.3,
  };
  expect(judgeFilter(own).met).toBe(true);
  expect(judgeFilter(own).details[0]).toContain('relative to the plain script: 10.0x and 2.00x');
  expect(judgeFilter({ ...own, oneHost: { ...own.oneHost, repkit: 3_999_999 } }).met).toBe(false);
  expect(judgeFilter({ ...own, manyHosts: { ...own.manyHosts, repkit: 1_999_999 } }).met).toBe(
    false,
  );
  const slowOrder = { hosts: 20, grouped: 2e6, random: 0.9e6 };
  expect(judgeFilter({ ...own, orders: [...own.orders, slowOrder] }).met).toBe(false);
  expect(judgeFilter({ ...own, startUp: 1.31 }).met).toBe(false);
  const slow = { ...own.oneHost, jobs: { one: 4e6, two: 7e6 } };
  expect(judgeFilter({ ...own, oneHost: slow }).met).toBe(false);
  const slowForMany = { ...own.manyHosts, jobs: { one: 2e6, two: 3.3e6 } };
  expect(judgeFilter({ ...own, manyHosts: slowForMany }).met).toBe(false);
});

test('target 7: 80 % of the rate of bare Fastify for a given file, 70 % for a cached site', () => {
  expect(judgeService({ given: 0.8, live: 0.7 }).met).toBe(true);
  expect(judgeService({ given: 0.8, live: 0.69 }).met).toBe(false);
  const judged = judgeService({ given: 0.79, live: 0.9 });
  expect(judged.met).toBe(false);
  expect(judged.summary).toContain('79 % <-, of a cached site at 90 % of bare');
});

test('the line of a target starts with its number and verdict', () => {
  const judged = judgeMemory([{ form: 'string', total: 1, bodyBytes: 1 }], []);
  expect(targetLines(judged).split('\n')[0]).toMatch(/^target 4: met — a typical file retains/);
});

test('target 8: files per second of a survey on two threads', () => {
  const figures = { files: 60_000, isReal: true, one: 12_000, plain: 6_000 };
  expect(judgeSurvey({ ...figures, two: 40_000 })).toMatchObject({ target: 8, met: true });
  expect(judgeSurvey({ ...figures, two: 39_999 })).toMatchObject({ target: 8, met: false });
});

test('target 9: floods end soon and barely block the event loop; silent name servers do not affect other origins', () => {
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
