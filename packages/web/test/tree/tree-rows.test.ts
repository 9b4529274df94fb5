import { describe, expect, test } from 'vitest';
import { pathTree } from '../../src/tree/path-tree.js';
import { openAtFirst, treeMove, treeRows } from '../../src/tree/tree-rows.js';

const roots = pathTree(['/a/1', '/a/2', '/b', '/c/d/e'], () => true);
const all = treeRows(roots, () => true);
const names = all.map(({ node }) => node.name);

describe('the rows', () => {
  test('are those of open branches, with their place among their siblings', () => {
    expect(names).toEqual(['/', 'a/', '1', '2', 'b', 'c/', 'd/', 'e']);
    expect(all[3]).toMatchObject({ level: 3, position: 2, siblings: 2, isOpen: undefined });
    const closed = treeRows(roots, (path) => path === '/');
    expect(closed.map(({ node, isOpen }) => [node.name, isOpen])).toEqual([
      ['/', true],
      ['a/', false],
      ['b', undefined],
      ['c/', false],
    ]);
  });

  test('are open at first level by level, as far as they fit', () => {
    expect([...openAtFirst(roots, 100)]).toEqual(['/', '/a/', '/c/', '/c/d/']);
    expect([...openAtFirst(roots, 5)]).toEqual(['/', '/c/']);
    expect([...openAtFirst(roots, 1)]).toEqual([]);
  });
});

describe('the keys', () => {
  const move = (key: string, at: number, rows = all) => treeMove(key, rows, at, 4);
  const go = (to: number) => ({ kind: 'go', to });

  test('go up and down, to the ends and by pages, and not beyond', () => {
    expect([move('ArrowDown', 0), move('ArrowUp', 1), move('Home', 5), move('End', 0)]).toEqual([
      ...[go(1), go(0), go(0), go(7)],
    ]);
    expect([
      move('ArrowDown', 7),
      move('ArrowUp', 0),
      move('PageDown', 6),
      move('PageUp', 2),
    ]).toEqual([go(7), go(0), go(7), go(0)]);
  });

  test('right opens, then goes in; left closes, then goes out', () => {
    const closed = treeRows(roots, (path) => path === '/');
    expect(move('ArrowRight', 1, closed)).toEqual({ kind: 'open', path: '/a/' });
    expect([move('ArrowRight', 1), move('ArrowRight', 2)]).toEqual([go(2), undefined]);
    expect(move('ArrowLeft', 1)).toEqual({ kind: 'close', path: '/a/' });
    expect([move('ArrowLeft', 3), move('ArrowLeft', 7), move('ArrowLeft', 4)]).toEqual([
      ...[go(1), go(6), go(0)],
    ]);
    expect(
      move(
        'ArrowLeft',
        0,
        treeRows(roots, () => false),
      ),
    ).toBeUndefined();
  });

  test('a letter goes to the next row that begins with it', () => {
    expect([move('C', 0), move('c', 6), move('z', 0), move('Tab', 0)]).toEqual([
      ...[go(5), go(5), undefined, undefined],
    ]);
    expect(treeMove('End', [], 0, 4)).toBeUndefined();
  });
});
