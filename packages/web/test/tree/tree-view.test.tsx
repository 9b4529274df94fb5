import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { TreeView } from '../../src/tree/tree-view.js';
import { showInApp } from '../support/show-in-app.js';

test('the tree follows the text, the URLs and the crawler', async () => {
  const { root, store } = await showInApp(<TreeView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x/1\n/y\n',
    productTokens: ['a', 'b'],
    productToken: 'a',
    chosen: { url: '/x/1', productToken: 'a' },
  });
  const status = () => root.querySelector('.table-foot')?.textContent;
  expect(status()).toBe('2 URLs, 1 disallowed');
  expect(root.querySelector('.explanation')?.textContent).toContain('a may not fetch it');
  const select = root.querySelector('select');
  if (select) select.value = 'b';
  await act(() => void select?.dispatchEvent(new Event('change', { bubbles: true })));
  expect(status()).toBe('2 URLs, 0 disallowed');
  expect(root.querySelector('.explanation')?.textContent).toContain('b may fetch it');
  await act(() => store.change({ urls: '' }));
  expect([status(), root.querySelector('[role=tree]')]).toEqual(['0 URLs, 0 disallowed', null]);
});
