import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { openFilterPool } from '../../src/filter/filter-pool.js';
import type { FilterWork } from '../../src/filter/filter-runner.js';
import { memoryBudget } from '../../src/filter/rules-source.js';
import { TSV } from '../support/blocks.js';
import { fakeSystem } from '../support/system.js';

const WORK: Omit<FilterWork, 'maxBytes'> = {
  rules: {
    kind: 'robots',
    bytes: Buffer.from('User-agent: *\nDisallow: /p\n'),
    overrides: {},
  },
  spec: { format: TSV, crawlers: ['*'] },
};

/** Bytes in separate memory. */
function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

test('threads return the same results', async () => {
  const pool = await openFilterPool(WORK, 2, fakeSystem());
  const results = await Promise.all(Array.from({ length: 40 }, (_, n) => pool.run(bytes(n % 2 ? '/p\n' : `/${n}\nbad\n`))));
  await pool.close();
  expect(Buffer.from(results[39]?.bytes ?? []).toString()).toBe('/p\t*\tdisallowed\n');
  expect(results[4]).toMatchObject({ invalid: [{ line: 2 }], lines: 2 });
});

const failing = fakeSystem(2, () => Promise.reject(new Error('no threads')));

test('by default, starts threads for all cores only for large input', async () => {
  const pool = await openFilterPool(WORK, undefined, failing);
  await pool.run(bytes('/a\n'.repeat(100_000)));
  const much = bytes('/a\n'.repeat(3 * 1024 * 1024));
  await expect(pool.run(much)).rejects.toThrow('no threads');
  await pool.close();
});

test('by default, starts threads only for more input than an archive has bytes', async () => {
  const archive = `${temporaryFolder()}/archive`;
  const rowOf = (host: string, robotsTxt: string) => JSON.stringify({ host, robotsTxt });
  const large = Array.from({ length: 20 }, (_, id) => rowOf(`${id}.example`, '#'.repeat(500_000)));
  const site = rowOf('a.example', 'User-agent: *\nDisallow: /p\n');
  writeFileSync(archive, `${[site, ...large].join('\n')}\n`);
  const rules = { kind: 'archive', archive, missing: 'unreachable', overrides: {} } as const;
  const pool = await openFilterPool({ ...WORK, rules }, undefined, failing);
  const row = 'http://a.example/p\n';
  await pool.run(bytes(row.repeat(Math.floor(9_000_000 / row.length))));
  const more = bytes(row.repeat(Math.floor(2_000_000 / row.length)));
  await expect(pool.run(more)).rejects.toThrow('no threads');
  await pool.close();
});

test('an archive that is deleted while it is used stays open', async () => {
  const archive = `${temporaryFolder()}/archive`;
  writeFileSync(archive, '{"host":"a.example","robotsTxt":"User-agent: *\\nDisallow: /p\\n"}\nnot an entry\n');
  const rules = { kind: 'archive', archive, missing: 'unreachable', overrides: {} } as const;
  // Called when the archive has been read.
  const warn = () => rmSync(archive, { force: true });
  const pool = await openFilterPool({ ...WORK, rules }, 1, failing, warn);
  const result = await pool.run(bytes('http://a.example/p\n'));
  expect(Buffer.from(result.bytes).toString()).toBe('http://a.example/p\t*\tdisallowed\n');
  await pool.close();
});

test('threads share the memory for the rules of an archive', async () => {
  const budgets: number[] = [];
  const system = fakeSystem(2, async ({ threads, work }) => {
    budgets.push((work as FilterWork).maxBytes * (threads + 1));
    return { run: () => Promise.reject(new Error('no tasks')), close: async () => {} };
  });
  for (const threads of [2, 8]) await (await openFilterPool(WORK, threads, system)).close();
  expect(budgets).toEqual([memoryBudget(), memoryBudget()]);
});

test('starts a requested number of threads for any input', async () => {
  await expect(openFilterPool(WORK, 2, failing)).rejects.toThrow('no threads');
});

/** The blocks to read ahead: 16 for the calling thread, and 6 for each other one. */
test.each([
  ['one job', 1, 2, 1],
  ['one core', undefined, 1, 1],
  ['three cores', undefined, 3, 16 + 2 * 6],
  ['more cores than the calling thread can supply', undefined, 100, 16 + 7 * 6],
])('reads ahead for as many threads as it uses: %s', async (_, count, cores, ahead) => {
  expect((await openFilterPool(WORK, count, fakeSystem(cores))).ahead).toBe(ahead);
});
