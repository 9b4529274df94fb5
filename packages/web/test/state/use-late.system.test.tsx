import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLate, usePage } from '../../src/state/page.js';
import { showInApp } from '../support/show-in-app.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('useLate is true only while the condition has held for 400 ms', async () => {
  const View = () => <p>{useLate(usePage().state.liveUrl.value === 'busy') ? 'late' : ''}</p>;
  const { root, change } = await showInApp(<View />);
  await change({ liveUrl: 'busy' });
  await change({ liveUrl: 'done' });
  await pass(600);
  expect(root.textContent).toBe('');
  await change({ liveUrl: 'busy' });
  await pass(399);
  expect(root.textContent).toBe('');
  await pass(1);
  expect(root.textContent).toBe('late');
  await change({ liveUrl: 'done' });
  expect(root.textContent).toBe('');
});
