import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { MoreUrls } from '../../src/dialects/more-urls.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

test('URLs on which the dialects disagree are offered until the list has them', async () => {
  const { root, store } = await showInApp(<MoreUrls productToken="a" />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\nAllow: /x/y\n',
    urls: '/\n',
  });
  const said = () => root.querySelector('[role=status]')?.textContent;
  expect(said()).toBe(en.dialects.searching);
  await expect.poll(said).toBe(en.dialects.foundMore);
  const offered = [...root.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(offered).toContain('/x/y');
  await act(() => root.querySelector('button')?.click());
  expect(store.state.urls.split('\n')).toEqual(expect.arrayContaining(['/', '/x/y']));
  expect([said(), root.querySelector('button')]).toEqual([en.dialects.allThere, null]);
  await act(() => store.change({ robotsTxt: '' }));
  await expect.poll(said).toBe(en.dialects.proved);
});
