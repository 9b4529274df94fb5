import { expect, test } from 'vitest';
import { laterEntry } from '../../src/policy/entry.js';
import { copy, entry, failing } from '../support/entries.js';

const first = entry();
const second = entry({ settled: { ...copy, at: copy.at + 1 } });
const failed = entry({ settled: second.settled, failing });
const empty = entry({ settled: undefined });

test.each([
  ['the only one, which is the first', first, undefined, first],
  ['the only one, which is the second', undefined, second, second],
  ['none of none', undefined, undefined, undefined],
  ['the one with the later result', first, second, second],
  ['the one with the later result, in any order', second, first, second],
  ['a failure after the result', second, failed, failed],
  ['a failure after the result, in any order', failed, second, failed],
  ['the first of two that are equally late', first, entry(), first],
  ['one with a result instead of one without an attempt', empty, first, first],
])('the later entry is %s', (_, one, other, expected) => {
  expect(laterEntry(one, other)).toBe(expected);
});
