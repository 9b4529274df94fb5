import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { DiffView } from '../../src/diff/diff-view.js';
import { showInApp } from '../support/show-in-app.js';

test('the editor’s text is what comes after, and may be taken as what was before', async () => {
  const { root, store } = await showInApp(<DiffView />, {
    robotsTxt: 'User-agent: *\nDisallow: /x\n',
  });
  const outcome = () => root.querySelector('[role=status] h2')?.textContent;
  await expect.poll(outcome).toBe('They differ');
  const [take, swap] = root.querySelectorAll('button');
  await act(() => take?.click());
  await expect.poll(outcome).toBe('Equivalent');
  await act(() => store.change({ robotsTxt: '' }));
  await expect.poll(() => root.querySelector('.newly-allowed')).not.toBeNull();
  await act(() => swap?.click());
  expect([store.state.before, store.state.robotsTxt]).toEqual([
    '',
    'User-agent: *\nDisallow: /x\n',
  ]);
  await expect.poll(() => root.querySelector('.newly-blocked')).not.toBeNull();
});

test('the line that a change lights goes out with the view', async () => {
  const { root, store } = await showInApp(<DiffView />, {
    robotsTxt: 'User-agent: *\nDisallow: /x\n',
  });
  await expect.poll(() => root.querySelector('.change .button')).not.toBeNull();
  await act(() => root.querySelector<HTMLButtonElement>('.change .button')?.click());
  expect(store.state.lit?.deciding).toBe(2);
  await act(() => render(null, root));
  expect(store.state.lit).toBeUndefined();
});
