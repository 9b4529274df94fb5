import { expect, test } from 'vitest';
import { KNOWN, NO_ROOM, StateTable } from '../../src/analyse/state-table.js';

const add = (table: StateTable, state: readonly number[], origin = KNOWN, step = 0) =>
  table.add(Int32Array.from([...state, 99]), state.length, origin, step);

test('each state is kept once, with the step that first led to it', () => {
  const table = new StateTable();
  expect(add(table, [1, 2])).toBe(0);
  expect(add(table, [1, 2, 3], 0, 7)).toBe(1);
  expect(add(table, [1, 2], 1, 8)).toBe(KNOWN);
  expect(add(table, [], 1, 9)).toBe(2);
  expect(table.size).toBe(3);
  expect(table.origin(1)).toEqual({ state: 0, step: 7 });
  const [start, end] = [table.start(1), table.end(1)];
  expect([...table.numbers.subarray(start, end)]).toEqual([1, 2, 3]);
});

test('thousands of states are told apart', () => {
  const table = new StateTable();
  for (const round of [0, 1]) {
    for (let i = 0; i < 5000; i++) {
      expect(add(table, [i % 7, i])).toBe(round === 0 ? i : KNOWN);
    }
  }
});

test('there is a bound to the memory', () => {
  const table = new StateTable();
  const wide = new Int32Array(1 << 20);
  expect(table.add(wide, wide.length, KNOWN, 0)).toBe(0);
  wide[0] = 1;
  expect(table.add(wide, wide.length, KNOWN, 0)).toBe(1);
  wide[0] = 2;
  expect(table.add(wide, wide.length, KNOWN, 0)).toBe(NO_ROOM);
  wide[0] = 1;
  expect(table.add(wide, wide.length, KNOWN, 0)).toBe(KNOWN);
});
