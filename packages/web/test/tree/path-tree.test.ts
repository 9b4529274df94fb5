import { describe, expect, test } from 'vitest';
import {
  openAtFirst,
  type PathNode,
  pathTree,
  treeMove,
  treeRows,
} from '../../src/tree/path-tree.js';

const blocked = (url: string) => !url.includes('/x');

/** One line per node: indented name, disallowed/total, and URL. */
function outline(nodes: readonly PathNode[], depth = 0): string[] {
  return nodes.flatMap(({ name, disallowed, urls, url, children }) => [
    `${' '.repeat(depth)}${name} ${disallowed}/${urls}${url === undefined ? '' : ` ${url}`}`,
    ...outline(children, depth + 1),
  ]);
}

describe('the tree of paths', () => {
  test('has one sorted branch per segment with its counts', () => {
    const urls = ['https://a.example/x/1', 'https://a.example/b', 'https://a.example/x/'];
    expect(outline(pathTree(urls, blocked))).toEqual([
      'https://a.example/ 2/3',
      ' b 0/1 https://a.example/b',
      ' x/ 2/2 https://a.example/x/',
      '  1 1/1 https://a.example/x/1',
    ]);
  });

  test('accepts URLs with invalid hosts, as core does', () => {
    const urls = ['http://a b/x/1?q', 'https://[x', '//%/y', 'http:a b/c'];
    expect(outline(pathTree(urls, blocked))).toEqual([
      '//%/ 0/1',
      ' y 0/1 //%/y',
      'http://a b/ 1/1',
      ' x/ 1/1',
      '  1?q 1/1 http://a b/x/1?q',
      'http:a b/c/ 0/1 http:a b/c',
      'https://[x/ 0/1 https://[x',
    ]);
  });

  test('has one root per site, and one for paths without a host', () => {
    const urls = ['https://b.example', '/x', 'http://a.example:81/', '//c.example/d'];
    expect(outline(pathTree(urls, blocked))).toEqual([
      '/ 1/1',
      ' x 1/1 /x',
      'http://a.example:81/ 0/1 http://a.example:81/',
      'https://b.example/ 0/1 https://b.example',
      'https://c.example/ 0/1',
      ' d 0/1 //c.example/d',
    ]);
  });

  test('treats a page and its query as one segment', () => {
    expect(outline(pathTree(['/a?b=/c/d', '/a', '/e/?f'], blocked))).toEqual([
      '/ 0/3',
      ' a 0/1 /a',
      ' a?b=/c/d 0/1 /a?b=/c/d',
      ' e/ 0/1',
      '  ?f 0/1 /e/?f',
    ]);
  });

  test('has a limited depth', () => {
    const depth = ({ children }: PathNode): number => 1 + Math.max(0, ...children.map(depth));
    const [root] = pathTree([`/${'a/'.repeat(5000)}b`], blocked);
    expect(root && depth(root)).toBeLessThan(30);
  });

  test('counts the URLs of each branch and below', () => {
    const urls = Array.from({ length: 500 }, (_, id) => `/${id % 7}/${id % 5}/${id}x`);
    const check = ({ urls: all, url, children }: PathNode): void => {
      const below = children.reduce((sum, child) => sum + child.urls, 0);
      expect(all).toBe(below + (url === undefined ? 0 : 1));
      children.forEach(check);
    };
    pathTree(urls, blocked).forEach(check);
  });
});

const roots = pathTree(['/a/1', '/a/2', '/b', '/c/d/e'], () => true);
const all = treeRows(roots, () => true);
const names = all.map(({ node }) => node.name);

describe('the rows', () => {
  test('are those of open branches, with their ARIA positions', () => {
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

  test('are initially opened level by level up to the limit', () => {
    expect([...openAtFirst(roots, 100)]).toEqual(['/', '/a/', '/c/', '/c/d/']);
    expect([...openAtFirst(roots, 5)]).toEqual(['/', '/c/']);
    expect([...openAtFirst(roots, 1)]).toEqual([]);
  });
});

describe('the keys', () => {
  const move = (key: string, at: number, rows = all) => treeMove(key, rows, at, 4);
  const go = (to: number) => ({ kind: 'go', to });

  test('move by row, page and to the ends', () => {
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

  test('open and enter with Right; close and leave with Left', () => {
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

  test('find the next row by first letter', () => {
    expect([move('C', 0), move('c', 6), move('z', 0), move('Tab', 0)]).toEqual([
      ...[go(5), go(5), undefined, undefined],
    ]);
    expect(treeMove('End', [], 0, 4)).toBeUndefined();
  });
});
