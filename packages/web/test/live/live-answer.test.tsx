import { act } from 'preact/test-utils';
import { expect, inject, test } from 'vitest';
import { LiveAnswer } from '../../src/live/live-answer.js';
import { showInApp } from '../support/show-in-app.js';

const { busy, shop } = inject('live').answers;

test('a copy may be taken into the editor', async () => {
  const { root, store } = await showInApp(<LiveAnswer answer={shop} />);
  expect(root.querySelector('.live-outcome h2')?.textContent).toBe('The robots.txt was received');
  await act(() => root.querySelector('button')?.click());
  expect(store.state.robotsTxt).toContain('Disallow: /checkout/');
});

test('without a copy there is nothing to take', async () => {
  const { root } = await showInApp(<LiveAnswer answer={busy} />);
  expect(root.querySelector('.live-outcome h2')?.textContent).toContain('unreachable');
  expect(root.querySelector('button')).toBeNull();
});
