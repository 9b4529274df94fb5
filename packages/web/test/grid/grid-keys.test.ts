import { expect, test } from 'vitest';
import { gridTarget } from '../../src/grid/grid-keys.js';

const SIZE = { rows: 100, columns: 3, page: 10 };

test('the keys of a grid lead where they should, and never out of it', () => {
  const press = (key: string, row: number, column: number, ctrlKey = false) => {
    const target = gridTarget({ key, ctrlKey }, { row, column }, SIZE);
    return target && [target.row, target.column];
  };
  expect(press('ArrowDown', 0, 0)).toEqual([1, 0]);
  expect(press('ArrowUp', 0, 0)).toEqual([0, 0]);
  expect(press('ArrowRight', 0, 2)).toEqual([0, 2]);
  expect(press('ArrowLeft', 0, 2)).toEqual([0, 1]);
  expect(press('PageDown', 95, 1)).toEqual([99, 1]);
  expect(press('PageUp', 95, 1)).toEqual([85, 1]);
  expect(press('Home', 5, 2)).toEqual([5, 0]);
  expect(press('End', 5, 0)).toEqual([5, 2]);
  expect(press('Home', 5, 2, true)).toEqual([0, 0]);
  expect(press('End', 5, 0, true)).toEqual([99, 2]);
  expect(press('Enter', 5, 1)).toEqual([5, 1]);
  expect(press(' ', 5, 1)).toEqual([5, 1]);
  expect(press('a', 5, 1)).toBeUndefined();
});
