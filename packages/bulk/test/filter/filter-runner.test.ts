import { expect, test } from 'vitest';
import { openFilterRunner } from '../../src/filter/filter-runner.js';

const SPEC = { format: { name: 'tsv' }, crawlers: ['a'], only: undefined } as const;

test('filters a block into memory that can be transferred', async () => {
  const rules = { kind: 'robots', bytes: Buffer.from(''), given: {} } as const;
  const runner = await openFilterRunner({ rules, spec: SPEC });
  const { bytes, invalid, lines } = await runner.run(Buffer.from('/é\xff\n\n'));
  expect(Buffer.from(bytes).toString()).toBe('/éÿ\ta\tallowed\n\ta\tinvalid\n');
  expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  expect({ invalid: invalid.length, lines }).toEqual({ invalid: 1, lines: 2 });
  await runner.close();
});

test('opens one robots.txt from plain data', async () => {
  const bytes = Buffer.from('User-agent: *\nDisallow: /\n');
  const rules = { kind: 'robots', bytes, given: {} } as const;
  const runner = await openFilterRunner({ rules, spec: SPEC });
  const result = await runner.run(Buffer.from('/a'));
  expect(Buffer.from(result.bytes).toString()).toBe('/a\ta\tdisallowed\n');
});
