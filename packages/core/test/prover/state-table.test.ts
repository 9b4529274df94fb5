import { expect, test } from 'vitest';
import { KNOWN, NO_ROOM, StateTable } from '../../src/prover/state-table.js';

const add = (
  table: StateTable,
  state: readonly number[],
  { origin = KNOWN, step = 0, length = 1 } = {},
) => table.add(Int32Array.from([...state, 99]), state.length, origin, step, length);

test('stores each state once, with the shortest path', () => {
  const table = new StateTable();
  expect(add(table, [1, 2])).toBe(0);
  expect(add(table, [1, 2, 3], { origin: 0, step: 7, length: 5 })).toBe(1);
  expect(add(table, [1, 2], { origin: 1, step: 8, length: 6 })).toBe(KNOWN);
  expect(add(table, [], { origin: 1, step: 9, length: 2 })).toBe(2);
  expect(table.size).toBe(3);
  expect(table.origin(1)).toEqual({ state: 0, step: 7 });
  const [start, end] = [table.start(1), table.end(1)];
  expect([...table.numbers.subarray(start, end)]).toEqual([1, 2, 3]);
  expect(add(table, [1, 2, 3], { origin: 2, step: 4, length: 5 })).toBe(KNOWN);
  expect(add(table, [1, 2, 3], { origin: 2, step: 4, length: 3 })).toBe(1);
  expect([table.origin(1), table.length(1)]).toEqual([{ state: 2, step: 4 }, 3]);
});

test('distinguishes thousands of states', () => {
  const table = new StateTable();
  for (const round of [0, 1]) {
    for (let i = 0; i < 5000; i++) {
      expect(add(table, [i % 7, i])).toBe(round === 0 ? i : KNOWN);
    }
  }
});

test('has bounded memory', () => {
  const table = new StateTable();
  const wide = new Int32Array(1 << 20);
  expect(table.add(wide, wide.length, KNOWN, 0, 1)).toBe(0);
  wide[0] = 1;
  expect(table.add(wide, wide.length, KNOWN, 0, 1)).toBe(1);
  wide[0] = 2;
  expect(table.add(wide, wide.length, KNOWN, 0, 1)).toBe(NO_ROOM);
  wide[0] = 1;
  expect(table.add(wide, wide.length, KNOWN, 0, 1)).toBe(KNOWN);
});
