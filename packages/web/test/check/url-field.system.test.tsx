import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { importFile, readUrlFile } from '../../src/check/import-file.js';
import { UrlField } from '../../src/check/url-field.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

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

test('accepts typed URLs and files and reports unusable ones', async () => {
  const { root, state, change } = await showInApp(<UrlField />, { urls: '/a\nx\ny' });
  const status = () => root.querySelector('[role=status]')?.textContent;
  await expect.poll(status).toBe(en.fill(en.check.invalidUrls, { count: 2, first: 'x' }));
  await open(root, '<urlset><url><loc>/b</loc></url></urlset>');
  await expect.poll(() => state.urls.value).toBe('/b\n');
  await open(root, '<sitemapindex><sitemap><loc>/s</loc></sitemap></sitemapindex>');
  await expect.poll(status).toContain('index of 1 sitemap ');
  await open(root, '<html></html>');
  await expect.poll(status).toContain('urls contains no URLs.');
  expect(state.urls.value).toBe('/b\n');
  await change({ urls: '/c' });
  const field = root.querySelector('[role=textbox]');
  expect(field?.textContent).toBe('/c');
  expect(field?.getAttribute('aria-labelledby')).toBe(root.querySelector('h3')?.id);
});

test('says that a file cannot be read, such as a folder', async () => {
  const { state } = await showInApp(null);
  const folder = new File([], 'logs');
  folder.slice = () => {
    throw new DOMException('', 'NotFoundError');
  };
  const status = await importFile(folder, state);
  expect(status(en)).toMatch(/^logs cannot be read\./);
});

test('lists nothing of a picture or a document', async () => {
  const { state } = await showInApp(null, { urls: '/mine\n' });
  const picture = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0x0a, 0x2f, 0x61, 0x0a)], 'a.png');
  const status = await importFile(picture, state);
  expect([status(en), state.urls.value]).toEqual([en.fill(en.imports.noUrls, { file: 'a.png' }), '/mine\n']);
});

test('reports the lines of an access log that are not requests', async () => {
  const { state } = await showInApp(null);
  const line = '203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET /a HTTP/1.1" 200 5';
  const log = new File([`${line}\n${line}\n203.0.113.7 - - [21/Nov`], 'access.log');
  const status = await importFile(log, state);
  expect(status(en)).toContain('Requests read from access.log: 2.');
  expect(status(en)).toContain('1 line could not be read and is not counted. access.log is incomplete: it ends early.');
});

const read = (text: string) => readUrlFile(text, 'file');
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

test('reads the pages of a sitemap without its images (sitemaps.org)', () => {
  const text = `\uFEFF<?xml version="1.0"?><urlset xmlns="${NAMESPACE}" xmlns:image="urn:i">
    <url><loc> https://a.example/?b&amp;c </loc><image:image><image:loc>https://a.example/i</image:loc></image:image></url>
    <url><lastmod>2026</lastmod></url><url><loc>https://a.example/d</loc></url></urlset>`;
  expect(read(text)).toEqual({
    kind: 'urls',
    text: 'https://a.example/?b&c\nhttps://a.example/d\n',
    isIncomplete: false,
  });
});

test('reads the sitemaps of a sitemap index', () => {
  const text = `<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>`;
  expect(read(text)).toEqual({ kind: 'index', sitemaps: ['https://a.example/s.xml'] });
});

test('reads other text as a list, and calls malformed XML incomplete', () => {
  expect(read('/a,1\n/b')).toEqual({ kind: 'urls', text: '/a,1\n/b', isIncomplete: false });
  expect(read('<urlset><url>')).toEqual({ kind: 'urls', text: '', isIncomplete: true });
  const cut = '<urlset><url><loc>/a</loc></url><url><loc>/b';
  expect(read(cut)).toEqual({ kind: 'urls', text: '/a\n', isIncomplete: true });
});

test.each([
  ['Top pages,Clicks\r\nhttps://a.example/1,5\r\n"https://a.example/2,3",7\r\n'],
  ['Rank;Page\n1;https://a.example/1\n2;"https://a.example/2,3"\n'],
  ['Code\tAddress\n200\thttps://a.example/1\n200\thttps://a.example/2,3\n'],
  ['https://a.example/1\n"https://a.example/2,3"'],
])('reads the URLs of a table: %j', (text) => {
  const content = readUrlFile(text, 'Pages.CSV');
  expect(content).toMatchObject({ kind: 'urls', isIncomplete: false });
  const urls = 'text' in content ? content.text.trim().split('\n') : [];
  expect(urls).toEqual(['https://a.example/1', 'https://a.example/2,3']);
});
