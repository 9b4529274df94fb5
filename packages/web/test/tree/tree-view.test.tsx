import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { pathTree, treeRows } from '../../src/tree/path-tree.js';
import { PathTreeBox, TreeItem, TreeView } from '../../src/tree/tree-view.js';
import { showInApp } from '../support/show-in-app.js';

test('follows the text, the URLs and the crawler', async () => {
  const { root, store } = await showInApp(<TreeView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x/1\n/y\n',
    productTokens: ['a', 'b'],
    productToken: 'a',
    chosen: { url: '/x/1', productToken: 'a' },
  });
  const status = () => root.querySelector('.table-foot')?.textContent;
  expect(status()).toBe('2 URLs, 1 disallowed');
  expect(root.querySelector('.explanation')?.textContent).toContain('Disallowed for a');
  const select = root.querySelector('select');
  if (select) select.value = 'b';
  await act(() => void select?.dispatchEvent(new Event('change', { bubbles: true })));
  expect(status()).toBe('2 URLs, 0 disallowed');
  expect(root.querySelector('.explanation')?.textContent).toContain('Allowed for b');
  await act(() => store.change({ urls: '' }));
  expect([status(), root.querySelector('[role=tree]')]).toEqual(['0 URLs, 0 disallowed', null]);
});

async function showTree(urls: readonly string[]) {
  const roots = pathTree(urls, (url) => !url.includes('x'));
  const { root, store } = await showInApp(<PathTreeBox roots={roots} productToken="a" />);
  const tree = root.querySelector<HTMLElement>('[role=tree]');
  const press = (key: string) =>
    act(() => void tree?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const active = () =>
    document.getElementById(tree?.getAttribute('aria-activedescendant') ?? '')?.dataset.row;
  const names = () => [...root.querySelectorAll('.node-name')].map((name) => name.textContent);
  return { root, store, tree, press, active, names };
}

describe('the tree', () => {
  test('is navigated with the keyboard from one tab stop', async () => {
    const { root, store, press, active, names } = await showTree(['/a/x', '/a/y', '/b']);
    expect(root.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect([names(), active()]).toEqual([['/', 'a/', 'x', 'y', 'b'], '0']);
    await press('ArrowDown');
    await press('ArrowLeft');
    expect(names()).toEqual(['/', 'a/', 'b']);
    await press('ArrowRight');
    await press('ArrowRight');
    expect(active()).toBe('2');
    await press('Enter');
    expect(store.state.chosen).toEqual({ url: '/a/x', productToken: 'a' });
    expect(root.querySelector('[aria-selected=true]')?.textContent).toContain('x');
    await press('Home');
    await press('Enter');
    expect(names()).toEqual(['/']);
  });

  test('is opened, closed and selected with the mouse', async () => {
    const { root, store, names } = await showTree(['/a/', '/a/y']);
    const item = (at: number) => root.querySelectorAll<HTMLElement>('[role=treeitem]')[at];
    await act(() => item(1)?.click());
    expect(store.state.chosen).toEqual({ url: '/a/', productToken: 'a' });
    await act(() => item(1)?.querySelector<HTMLElement>('.twisty')?.click());
    expect(names()).toEqual(['/', 'a/']);
  });

  test('renders few of 10,000 rows and jumps to the last', async () => {
    const urls = Array.from({ length: 10_000 }, (_, id) => `/${String(id).padStart(5, '0')}`);
    const { root, press, names } = await showTree(urls);
    // as in tree.css
    const style = document.createElement('style');
    style.textContent = '.path-tree { height: 300px; overflow: auto } .tree-row { height: 30px }';
    root.append(style);
    await press('ArrowRight');
    expect(names().length).toBeLessThan(150);
    await press('End');
    await expect.poll(names).toContain('09999');
    expect(root.querySelector('.active .node-name')?.textContent).toBe('09999');
  });
});

const rows = treeRows(
  pathTree(['/a/1', '/a/2', '/b/1', '/b/2', '/c/1'], (url) => !/a|b.1/.test(url)),
  (path) => path === '/',
);

test.each([
  [1, 'a/all 2 disallowed', 'blocked'],
  [2, 'b/1 of 2 disallowed', 'partly'],
  [3, 'c/1 allowed', 'open'],
])('a branch states in words how much is disallowed: %s', async (at, text, access) => {
  const row = rows[at];
  if (row === undefined) throw new Error('missing row');
  const { root } = await showInApp(
    <TreeItem id="x" index={at} row={row} isActive={false} isChosen={true} />,
  );
  const item = root.querySelector('[role=treeitem]');
  expect([item?.textContent, item?.classList.contains(access)]).toEqual([text, true]);
  const attributes = ['level', 'posinset', 'setsize', 'expanded', 'selected'].map((name) =>
    item?.getAttribute(`aria-${name}`),
  );
  expect(attributes).toEqual(['2', String(at), '3', 'false', 'true']);
});
