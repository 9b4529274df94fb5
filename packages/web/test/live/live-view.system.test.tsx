import { act } from 'preact/test-utils';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { LiveView } from '../../src/live/live-view.js';
import { showInApp } from '../support/show-in-app.js';

/** Recorded from the real service, which browser tests cannot start. */
const {
  responses: { down },
  problem,
} = inject('live');

afterEach(() => vi.restoreAllMocks());

const submit = (root: HTMLElement) =>
  act(() => {
    root.querySelector('form')?.requestSubmit();
  });

test('is disabled with a reason if there is no service', async () => {
  const { root } = await showInApp(<LiveView />, {}, false);
  const controls = [...root.querySelectorAll<HTMLInputElement>('input, button')];
  expect(controls.every(({ disabled }) => disabled)).toBe(true);
  expect(root.querySelector('.hint')?.textContent).toContain('without the repkit service');
});

test('shows responses, and problems as the service reports them', async () => {
  const fetched = vi.spyOn(window, 'fetch');
  fetched.mockResolvedValueOnce(Response.json(down));
  fetched.mockResolvedValueOnce(Response.json(problem, { status: 422 }));
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { root } = await showInApp(<LiveView />, { liveUrl: 'down.example' });
  await submit(root);
  await expect.poll(() => root.querySelector('.live-outcome')).not.toBeNull();
  const status = () => root.querySelector('.live-status')?.textContent;
  expect(status()).toBe('robots.txt is unreachable');
  await submit(root);
  await expect.poll(status).toContain(problem.title);
  expect([status()?.includes(problem.detail), root.querySelector('.live-outcome')]).toEqual([
    ...[true, null],
  ]);
  await submit(root);
  await expect.poll(status).toContain('did not return a valid response');
});

test('a newer request aborts the older one', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, init) => {
    signals.push(init?.signal);
    if (signals.length > 1) return Response.json(down);
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
  const { root } = await showInApp(<LiveView />, { liveUrl: 'down.example' });
  await submit(root);
  await submit(root);
  await expect.poll(() => root.querySelector('.live-outcome')).not.toBeNull();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});
