import { expect, test } from 'vitest';
import { SIZES } from '../src/inputs.js';
import { REFERENCE } from '../src/peers.js';
import { hostileTable, keptTable, rateTable } from '../src/tables.js';

test('rates stand with how many times the reference they are', () => {
  const results = SIZES.flatMap((heat) => [
    { heat, contender: 'one', rates: [3_000] },
    { heat, contender: REFERENCE, rates: [1_000] },
  ]);
  const [head, one, reference] = rateTable('verdicts/s', results).split('\n');
  expect(head).toMatch(/^verdicts\/s +tiny +typical/);
  expect(one).toMatch(/^one +3\.00k \(3\.00x\)/);
  expect(reference).toMatch(/^robots-parser +1\.00k +1\.00k/);
});

test('retained memory is shown with and without the body', () => {
  const kept = { contender: 'one', inAll: 3_800, besideBody: 1_900, bodyBytes: 1_900 };
  expect(keptTable([kept])).toMatch(/one +3800 +2\.00x +1900/);
});

test('an incomplete hostile run is shown as far as it got', () => {
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
          ['b', { ended: 'over-time' }],
          ['c', { ended: 'over-time', first: { firstMs: 7, firstCpuMs: 7 } }],
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
