import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { LinkNotice } from '../../src/link/link-notice.js';
import { showInApp } from '../support/show-in-app.js';

test('says what is wrong with a link, until it is dismissed', async () => {
  const { root, store } = await showInApp(<LinkNotice />, { linkProblem: 'newer' });
  expect(root.querySelector('[role=alert]')?.textContent).toContain('newer version');
  await act(() => root.querySelector('button')?.click());
  expect(store.state.linkProblem).toBeUndefined();
  expect(root.querySelector('[role=alert]')?.textContent).toBe('');
});

test('says nothing where nothing is wrong', async () => {
  const { root } = await showInApp(<LinkNotice />);
  expect(root.textContent).toBe('');
});
