import { expect, test } from 'vitest';
import { openFilterPool } from '../../src/filter/filter-pool.js';
import type { FilterWork } from '../../src/filter/filter-runner.js';
import { fakeSystem } from '../support/system.js';

const WORK: FilterWork = {
  rules: {
    kind: 'robots',
    bytes: Buffer.from('User-agent: *\nDisallow: /p\n'),
    given: {},
  },
  spec: { format: { name: 'tsv' }, crawlers: ['*'], only: undefined },
};

/** Bytes in separate memory. */
function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

test('threads return the same results', async () => {
  const pool = await openFilterPool(WORK, 2, fakeSystem());
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, n) => pool.run(bytes(n % 2 ? '/p\n' : `/${n}\nbad\n`))),
  );
  await pool.close();
  expect(Buffer.from(results[39]?.bytes ?? []).toString()).toBe('/p\t*\tdisallowed\n');
  expect(results[4]).toMatchObject({ invalid: [{ line: 2 }], lines: 2 });
});

test('by default, starts threads for all cores only for large input', async () => {
  // Tasks of a thread without a file fail.
  const system = { ...fakeSystem(2), threadFile: '/missing.js' };
  const pool = await openFilterPool(WORK, undefined, system);
  await pool.run(bytes('/a\n'));
  const much = bytes('/a\n'.repeat(3 * 1024 * 1024));
  await expect(pool.run(much)).rejects.toThrow('/missing.js');
  await pool.close();
});

test('starts no thread for one job or one core', async () => {
  expect((await openFilterPool(WORK, 1, fakeSystem(2))).ahead).toBe(1);
  expect((await openFilterPool(WORK, undefined, fakeSystem(1))).ahead).toBe(1);
});
