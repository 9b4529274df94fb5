import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { pathTree } from '../../src/tree/path-tree.js';
import { PathTreeBox } from '../../src/tree/path-tree-box.js';
import { showInApp } from '../support/show-in-app.js';

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
  test('is gone through with the keyboard, from one stop of Tab', async () => {
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

  test('is opened, closed and chosen from with the mouse', async () => {
    const { root, store, names } = await showTree(['/a/', '/a/y']);
    const item = (at: number) => root.querySelectorAll<HTMLElement>('[role=treeitem]')[at];
    await act(() => item(1)?.click());
    expect(store.state.chosen).toEqual({ url: '/a/', productToken: 'a' });
    await act(() => item(1)?.querySelector<HTMLElement>('.twisty')?.click());
    expect(names()).toEqual(['/', 'a/']);
  });

  test('draws a few of 10,000 rows, and goes to the last', async () => {
    const urls = Array.from({ length: 10_000 }, (_, id) => `/${String(id).padStart(5, '0')}`);
    const { root, press, names } = await showTree(urls);
    // As the style sheet has it.
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
