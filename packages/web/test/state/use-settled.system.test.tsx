import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSelected } from '../../src/state/app-context.js';
import { LATE_MS, SETTLED_MS, useLate, useSettled } from '../../src/state/use-settled.js';
import { showInApp } from '../support/show-in-app.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('useSettled skips intermediate values', async () => {
  const seen: string[] = [];
  const View = () => {
    const settled = useSettled(useSelected((state) => state.robotsTxt));
    if (seen.at(-1) !== settled) seen.push(settled);
    return <p>{settled}</p>;
  };
  const { store } = await showInApp(<View />, { robotsTxt: 'a' });
  expect(seen).toEqual(['a']);
  for (const robotsTxt of ['ab', 'abc']) {
    await act(() => store.change({ robotsTxt }));
    await pass(SETTLED_MS - 1);
  }
  expect(seen).toEqual(['a']);
  await pass(1);
  expect(seen).toEqual(['a', 'abc']);
});

test('useLate is true only while the condition has held for long enough', async () => {
  const View = () => <p>{useLate(useSelected((state) => state.urls) === 'busy') ? 'late' : ''}</p>;
  const { root, store } = await showInApp(<View />, { urls: '' });
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
