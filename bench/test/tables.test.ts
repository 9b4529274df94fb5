import { expect, test } from 'vitest';
import { SIZES } from '../src/inputs.js';
import { REFERENCE } from '../src/reference.js';
import { hostileTable, rateTable, retainedTable } from '../src/tables.js';

test('shows rates with the speed relative to the reference', () => {
  const results = SIZES.flatMap((heat) => [
    { heat, contender: 'one', rates: [3_000] },
    { heat, contender: REFERENCE, rates: [1_000] },
  ]);
  const [head, one, reference] = rateTable('verdicts/s', results).split('\n');
  expect(head).toMatch(/^verdicts\/s +tiny +typical/);
  expect(one).toMatch(/^one +3\.00k \(3\.00x\)/);
  expect(reference).toMatch(/^robots-parser +1\.00k +1\.00k/);
});

test('shows retained memory with and without the body', () => {
  const kept = { contender: 'one', total: 3_800, withoutBody: 1_900, bodyBytes: 1_900 };
  expect(retainedTable([kept])).toMatch(/one +3800 +2\.00x +1900/);
});

test('shows the completed stages of an incomplete hostile run', () => {
  const text = hostileTable(
    [
      {
        name: 'stars',
        outcomes: new Map([
          [
            'a',
            {
              ended: 'done',
              first: { firstMs: 1, firstCpuMs: 1 },
              further: { slowestMs: 2, memoryBytes: 0 },
            },
          ],
          ['b', { ended: 'timed-out' }],
          ['c', { ended: 'timed-out', first: { firstMs: 7, firstCpuMs: 7 } }],
          ['d', { ended: 'died' }],
        ]),
      },
    ],
    ['a', 'b', 'c', 'd', 'e'],
    () => 2_000,
  );
  const row = text.split('\n')[1]?.split(/ {2,}/);
  expect(row).toEqual(['stars', '1.0 / 2.0 ms, 0.0 MiB', '> 2 s', '7.0 ms / > 2 s', 'died', '-']);
});
