import { expect, test } from 'vitest';
import { pathTree } from '../../src/tree/path-tree.js';
import { TreeItem } from '../../src/tree/tree-item.js';
import { treeRows } from '../../src/tree/tree-rows.js';
import { showInApp } from '../support/show-in-app.js';

const rows = treeRows(
  pathTree(['/a/1', '/a/2', '/b/1', '/b/2', '/c/1'], (url) => !/a|b.1/.test(url)),
  (path) => path === '/',
);

test.each([
  [1, 'a/all 2 disallowed', 'blocked'],
  [2, 'b/1 of 2 disallowed', 'partly'],
  [3, 'c/1 allowed', 'open'],
])('a branch says in words how much of it is disallowed: %s', async (at, text, access) => {
  const row = rows[at];
  if (row === undefined) throw new Error('there is a row');
  const { root } = await showInApp(
    <TreeItem id="x" index={at} row={row} isActive={false} isChosen={true} />,
  );
  const item = root.querySelector('[role=treeitem]');
  expect([item?.textContent, item?.classList.contains(access)]).toEqual([text, true]);
  const said = ['level', 'posinset', 'setsize', 'expanded', 'selected'].map((name) =>
    item?.getAttribute(`aria-${name}`),
  );
  expect(said).toEqual(['2', String(at), '3', 'false', 'true']);
});
