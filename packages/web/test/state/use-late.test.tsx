import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { useSelected } from '../../src/state/app-context.js';
import { LATE_MS, useLate } from '../../src/state/use-late.js';
import { showInApp } from '../support/show-in-app.js';

test('what is soon over is not late, and what is over is late no longer', async () => {
  const View = () => <p>{useLate(useSelected((state) => state.urls) === 'busy') ? 'late' : ''}</p>;
  const { root, store } = await showInApp(<View />, { urls: '' });
  const pass = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));
  await act(() => store.change({ urls: 'busy' }));
  await act(() => store.change({ urls: 'done' }));
  await pass(1.5 * LATE_MS);
  expect(root.textContent).toBe('');
  await act(() => store.change({ urls: 'busy' }));
  expect(root.textContent).toBe('');
  await pass(1.5 * LATE_MS);
  expect(root.textContent).toBe('late');
  await act(() => store.change({ urls: 'done' }));
  expect(root.textContent).toBe('');
});
