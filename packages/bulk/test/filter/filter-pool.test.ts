import { expect, test } from 'vitest';
import { openFilterPool } from '../../src/filter/filter-pool.js';
import type { FilterWork } from '../../src/filter/filter-runner.js';
import { fakeSystem } from '../support/system.js';

const WORK: FilterWork = {
  rules: {
    kind: 'robots',
    bytes: Buffer.from('User-agent: *\nDisallow: /p\n'),
    dialect: 'rfc9309',
  },
  spec: { format: { name: 'tsv' }, crawlers: ['*'], only: undefined },
};

/** Bytes in separate memory. */
function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function counting(cores = 2) {
  const io = { ...fakeSystem(), cores: () => cores };
  let started = 0;
  const startThread: typeof io.startThread = (work) => {
    started++;
    return io.startThread(work);
  };
  return { io: { ...io, startThread }, started: () => started };
}

test('threads return the same results', async () => {
  const { io, started } = counting();
  const pool = await openFilterPool(WORK, 2, io);
  expect(started()).toBe(1);
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, n) => pool.run(bytes(n % 2 ? '/p\n' : `/${n}\nbad\n`))),
  );
  await pool.close();
  expect(Buffer.from(results[39]?.bytes ?? []).toString()).toBe('/p\t*\tdisallowed\n');
  expect(results[4]).toMatchObject({ invalid: [{ line: 2 }], lines: 2 });
});

test('by default, starts threads for all cores only for large input', async () => {
  const { io, started } = counting();
  const pool = await openFilterPool(WORK, undefined, io);
  await pool.run(bytes('/a\n'));
  expect(started()).toBe(0);
  const much = bytes('/a\n'.repeat(3 * 1024 * 1024));
  expect((await pool.run(much)).lines).toBe(3 * 1024 * 1024);
  expect(started()).toBe(1);
  await pool.close();
});

test('starts no thread for one job or one core', async () => {
  const one = counting();
  expect((await openFilterPool(WORK, 1, one.io)).ahead).toBe(1);
  const core = counting(1);
  expect((await openFilterPool(WORK, undefined, core.io)).ahead).toBe(1);
});
