import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { UrlField } from '../../src/check/url-field.js';
import { showInApp } from '../support/show-in-app.js';

async function open(root: HTMLElement, text: string): Promise<void> {
  const input = root.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([text], 'urls'));
  if (input) input.files = files.files;
  await act(async () => {
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 30));
  });
}

test('URLs are typed, or come from a file; what is no use is said', async () => {
  const { root, store } = await showInApp(<UrlField refused={['x', 'y']} />, { urls: '/a' });
  const status = () => root.querySelector('[role=status]')?.textContent;
  expect(status()).toBe('2 lines are no URLs, such as x');
  await open(root, '<urlset><url><loc>/b</loc></url></urlset>');
  await expect.poll(() => store.state.urls).toBe('/b\n');
  await open(root, '<sitemapindex><sitemap><loc>/s</loc></sitemap></sitemapindex>');
  await expect.poll(status).toContain('index of 1 sitemaps');
  await open(root, '<html></html>');
  await expect.poll(status).toBe('There is no URL in this file.');
  expect(store.state.urls).toBe('/b\n');
  await act(() => store.change({ urls: '/c' }));
  expect(root.querySelector('[role=textbox]')?.textContent).toBe('/c');
});
