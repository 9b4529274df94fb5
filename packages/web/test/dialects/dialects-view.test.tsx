import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { DialectsView } from '../../src/dialects/dialects-view.js';
import { showInApp } from '../support/show-in-app.js';

async function showView() {
  return showInApp(<DialectsView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\nAllow: /x/y\n',
    urls: '/x\n/x/y\n/\n',
    productTokens: ['a', 'b'],
    productToken: 'a',
    chosen: undefined,
  });
}

test('a chosen verdict is explained in its dialect, with its clause', async () => {
  const { root, store } = await showView();
  await act(() => root.querySelectorAll<HTMLElement>('[data-row="1"]')[3]?.click());
  expect(store.state).toMatchObject({
    chosen: { url: '/x/y', productToken: 'a' },
    explainedDialect: 'koster1996',
    lit: { deciding: 2, lost: [3] },
  });
  expect(root.querySelector('.as-read')?.textContent).toContain('Draft of 1996');
  expect(root.querySelector('.explanation .clause')?.textContent).toBe('1996 draft 3.2.2');
});

test('rows in which all agree may be left out; another crawler has other rows', async () => {
  const { root, store } = await showView();
  const urls = () =>
    [...root.querySelectorAll('tbody th')].map((head) => head.getAttribute('title'));
  expect(urls()).toEqual(['/x', '/x/y', '/']);
  await act(() => root.querySelector<HTMLInputElement>('[type=checkbox]')?.click());
  expect(urls()).toEqual(['/x/y']);
  const foot = () => root.querySelector('.table-foot')?.textContent;
  expect(foot()).toContain('disagree on 1');
  await act(() => store.change({ productToken: 'b' }));
  expect([urls(), foot()]).toEqual([[], expect.stringContaining('disagree on 0')]);
});
