import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyLink, LinkNotice } from '../../src/link/copy-link.js';
import { writeFragment } from '../../src/link/fragment.js';
import { showInApp } from '../support/show-in-app.js';

afterEach(() => vi.restoreAllMocks());

const status = (root: HTMLElement) => root.querySelector('[role=status]')?.textContent;

test('copies a link and shows a notice until the state changes', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { root, change, values } = await showInApp(<CopyLink />, { urls: '/a' });
  root.querySelector('button')?.click();
  await expect.poll(() => status(root)).toContain('Copied');
  expect(write.mock.calls[0]?.[0]).toBe(location.origin + location.pathname + location.search + (await writeFragment(values())));
  await change({ isEditing: true });
  expect(status(root)).toContain('Copied');
  await change({ urls: '/b' });
  expect(status(root)).toBe('');
});

test('points to the address of the page if the browser denies clipboard access', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  const { root } = await showInApp(<CopyLink />);
  root.querySelector('button')?.click();
  await expect.poll(() => status(root)).toContain('Copy the address of this page');
});

test('reports a link that would be too long', async () => {
  const words = crypto.getRandomValues(new Uint32Array(16_000));
  const urls = Array.from({ length: 4 }, (_, at) => words.map((word) => word * (at + 3)).join('/'));
  const { root } = await showInApp(<CopyLink />, { urls: urls.join('') });
  root.querySelector('button')?.click();
  await expect.poll(() => status(root)).toContain('Too much for a link');
});

test('reports that a link cannot contain that many URLs', async () => {
  const { root } = await showInApp(<CopyLink />, { urls: '/a\n'.repeat(50_001) });
  root.querySelector('button')?.click();
  await expect.poll(() => status(root)).toContain('up to 50,000 URLs, 100 crawlers');
});

test('shows a link problem until it is dismissed', async () => {
  const { root, state } = await showInApp(<LinkNotice />, { linkProblem: 'newer' });
  expect(root.querySelector('[role=alert]')?.textContent).toContain('newer version');
  await act(() => root.querySelector('button')?.click());
  expect(state.linkProblem.value).toBeUndefined();
  expect(root.querySelector('[role=alert]')?.textContent).toBe('');
});

test('shows nothing without a link problem', async () => {
  const { root } = await showInApp(<LinkNotice />);
  expect(root.textContent).toBe('');
});
