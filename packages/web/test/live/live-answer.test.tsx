import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { LiveAnswer } from '../../src/live/live-answer.js';
import { BUSY, REDIRECTED } from '../support/recorded-answers.js';
import { showInApp } from '../support/show-in-app.js';

test('a copy may be taken into the editor', async () => {
  const { root, store } = await showInApp(<LiveAnswer answer={REDIRECTED} />);
  expect(root.querySelector('.live-outcome h2')?.textContent).toBe('The robots.txt was received');
  await act(() => root.querySelector('button')?.click());
  expect(store.state.robotsTxt).toContain('Disallow: /checkout/');
});

test('without a copy there is nothing to take', async () => {
  const { root } = await showInApp(<LiveAnswer answer={BUSY} />);
  expect(root.querySelector('.live-outcome h2')?.textContent).toContain('unreachable');
  expect(root.querySelector('button')).toBeNull();
});
