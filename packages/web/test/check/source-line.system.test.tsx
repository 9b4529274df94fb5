import { act } from 'preact/test-utils';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { SourceLine } from '../../src/check/source-line.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

const { page, shop } = inject('live').responses;

test('warns about stale and truncated copies and wrong media types', async () => {
  const { root, change } = await showInApp(<SourceLine />, { response: shop });
  const warnings = () => [...root.querySelectorAll('.source-warning')].map(({ textContent }) => textContent);
  expect(warnings()).toEqual([]);
  const { provenance } = page;
  const fetchedFrom = { url: page.robotsTxtUrl, status: 200, effect: 'rules', fetchedAt: 0, isTruncated: true } as const;
  await change({ fetchedFrom, response: { ...page, provenance: { ...provenance, stale: true } } });
  expect(warnings()).toEqual([
    expect.stringMatching(/expired/),
    expect.stringMatching(/text\/plain/),
    expect.stringMatching(/exceeds the parsing limit/),
  ]);
});

test('still warns about a truncated copy after a reload', async () => {
  const { provenance } = shop;
  if (provenance.body === undefined) throw new Error('missing body');
  const truncated = { ...shop, provenance: { ...provenance, body: { ...provenance.body, truncated: true } } };
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(truncated));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const fetchedFrom = { url: shop.robotsTxtUrl, status: 200, effect: 'rules', fetchedAt: 0 } as const;
  const { root, state, change } = await showInApp(<SourceLine />, { fetchedFrom, liveUrl: shop.origin, robotsTxt: '' });
  const buttons = [...root.querySelectorAll('button')];
  await act(() => buttons.find((button) => button.textContent === 'Fetch again')?.click());
  await expect.poll(() => state.response.value).toBeDefined();
  await change({ response: undefined });
  expect(root.querySelector('.source-warning')?.textContent).toMatch(/exceeds the parsing limit/);
});

test('warns about UTF-16, which the service converts', async () => {
  const { provenance } = shop;
  if (provenance.body === undefined) throw new Error('missing body');
  const body = { ...provenance.body, charset: { name: 'utf-16le', from: 'byte-order-mark' } } as const;
  const { root } = await showInApp(<SourceLine />, { response: { ...shop, provenance: { ...provenance, body } } });
  expect(root.querySelector('.source-warning')?.textContent).toBe(en.editor.utf16);
});

test('fetches again without losing the URL that was entered, or the chosen verdict', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(shop));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const liveUrl = `${shop.origin}/checkout/pay`;
  const { root, state } = await showInApp(<SourceLine />, {
    liveUrl,
    robotsTxt: '',
    urlSource: 'site',
    urls: `${shop.origin}/\n${liveUrl}\n`,
    fetchedFrom: { url: shop.robotsTxtUrl, status: 200, effect: 'rules', fetchedAt: 0 },
    chosen: { url: liveUrl, productToken: 'GPTBot' },
  });
  const buttons = [...root.querySelectorAll('button')];
  await act(() => buttons.find((button) => button.textContent === 'Fetch again')?.click());
  await expect.poll(() => state.robotsTxt.value).toBe(shop.text);
  expect(state.urls.value).toBe(`${shop.origin}/\n${liveUrl}\n`);
  expect(state.chosen.value).toEqual({ url: liveUrl, productToken: 'GPTBot' });
});

test('fetches again without losing the URLs of the user', async () => {
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(shop));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const fetchedFrom = {
    url: shop.robotsTxtUrl,
    status: 200,
    effect: 'rules',
    fetchedAt: 0,
  } as const;
  const chosen = { url: '/mine', productToken: 'GPTBot' };
  const values = { fetchedFrom, robotsTxt: '', urls: '/mine\n', urlSource: 'own', chosen } as const;
  const { root, state } = await showInApp(<SourceLine />, values);
  const buttons = [...root.querySelectorAll('button')];
  await act(() => buttons.find((button) => button.textContent === 'Fetch again')?.click());
  await expect.poll(() => state.robotsTxt.value).toBe(shop.text);
  expect(state.urls.value).toBe('/mine\n');
  expect(state.chosen.value).toEqual(chosen);
});
