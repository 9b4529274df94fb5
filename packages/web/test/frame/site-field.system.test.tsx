import { act } from 'preact/test-utils';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { SiteField } from '../../src/frame/site-field.js';
import { sharedValues, writeState } from '../../src/link/fragment.js';
import { isRobotsTxt } from '../../src/state/url-lines.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

/** Recorded from the real service, which browser tests cannot start. */
const { responses, problem } = inject('live');

afterEach(() => vi.restoreAllMocks());

const statusOf = (root: HTMLElement) => root.querySelector('[role=status]')?.textContent ?? '';
const submit = (root: HTMLElement) => act(() => root.querySelector('form')?.requestSubmit());

function type(root: HTMLElement, text: string) {
  const input = root.querySelector('input');
  if (input === null) throw new Error('no field');
  input.value = text;
  return act(() => void input.dispatchEvent(new InputEvent('input', { bubbles: true })));
}

/** Never responds, as a slow service. */
function untilAborted(init: RequestInit | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

function paste(root: HTMLElement, text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  return act(() => void root.querySelector('input')?.dispatchEvent(event));
}

test('answers a pasted robots.txt', async () => {
  const { root, values } = await showInApp(<SiteField />, { isStarted: false });
  await paste(root, 'User-agent: *\r\nDisallow: /x\r\n');
  expect(values()).toMatchObject({ robotsTxt: 'User-agent: *\nDisallow: /x\n', isStarted: true });
});

test('checks pasted URLs under the robots.txt of the site of the first one', async () => {
  const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(responses.shop));
  const { root, state, values } = await showInApp(<SiteField />, { isStarted: false, urls: '' });
  const { origin } = responses.shop;
  const urls = `${origin}/a\n${origin}/b\nhttps://other.example/c\n`;
  await paste(root, urls.replaceAll('\n', '\r\n'));
  await expect.poll(() => state.robotsTxt.value).toBe(responses.shop.text);
  expect(values()).toMatchObject({ urls, urlSource: 'own', liveUrl: origin, isStarted: true });
  expect(fetched).toHaveBeenCalledOnce();
});

test('checks pasted URLs under the robots.txt of the user', async () => {
  const fetched = vi.spyOn(window, 'fetch');
  const robotsTxt = 'User-agent: *\nDisallow: /1\n';
  const { root, values } = await showInApp(<SiteField />, { robotsTxt, urlSource: 'rules' });
  await paste(root, 'https://a.example/1\nhttps://a.example/2');
  expect(values()).toMatchObject({ robotsTxt, urlSource: 'own' });
  expect(fetched).not.toHaveBeenCalled();
});

test('keeps pasted URLs without a service, and says how to get the robots.txt', async () => {
  const { root, values } = await showInApp(<SiteField />, { isStarted: false }, false);
  await paste(root, 'https://a.example/1\nhttps://a.example/2');
  expect(values()).toMatchObject({ urls: 'https://a.example/1\nhttps://a.example/2' });
  await expect.poll(() => statusOf(root)).toBe(en.live.noService);
});

test('tests the rules, the home page and the entered URL of a site', async () => {
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(responses.shop));
  const liveUrl = `${responses.shop.origin}/page`;
  const { root, state, values } = await showInApp(<SiteField />, { liveUrl, isStarted: false });
  await submit(root);
  await expect.poll(() => state.robotsTxt.value).toBe(responses.shop.text);
  expect(values()).toMatchObject({
    urls: `${responses.shop.origin}/\n${liveUrl}\n`,
    chosen: { url: liveUrl, productToken: 'Googlebot' },
    isStarted: true,
    fetchedFrom: { url: responses.shop.robotsTxtUrl, status: 200, effect: 'rules' },
  });
  expect(statusOf(root)).toBe('');
});

test('a site that cannot be fetched replaces the results of the previous one', async () => {
  vi.spyOn(window, 'fetch').mockResolvedValueOnce(Response.json(responses.down));
  const { root, state, values } = await showInApp(<SiteField />, { liveUrl: 'down.example' });
  await submit(root);
  const { origin, robotsTxtUrl: url } = responses.down;
  await expect.poll(() => values().fetchedFrom).toMatchObject({ url, effect: 'disallow-all' });
  expect(values()).toMatchObject({ robotsTxt: '', urlSource: 'site' });
  expect(state.urls.value).toContain(`${origin}/`);
});

test('keeps the results, and says why, if nothing is known about the site', async () => {
  const fetched = vi.spyOn(window, 'fetch');
  fetched.mockResolvedValueOnce(Response.json(problem, { status: 422 }));
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { root, values } = await showInApp(<SiteField />, { liveUrl: 'down.example' });
  const { robotsTxt, urls } = values();
  for (const text of [problem.title, en.live.noAnswer]) {
    await submit(root);
    await expect.poll(() => statusOf(root)).toContain(text);
    expect(values()).toMatchObject({ robotsTxt, urls });
  }
});

test.each([
  [429, 'text/html'],
  [503, 'application/problem+json'],
])('a service that answers with status %i is busy, whatever it sends', async (status, type) => {
  const response = new Response('{"title":"x"}', { status, headers: { 'content-type': type } });
  vi.spyOn(window, 'fetch').mockResolvedValueOnce(response);
  const { root } = await showInApp(<SiteField />, { liveUrl: 'a.example' });
  await submit(root);
  await expect.poll(() => statusOf(root)).toBe(en.live.busy);
});

test('asks for the token until something else is checked', async () => {
  vi.spyOn(window, 'fetch').mockResolvedValueOnce(new Response(null, { status: 401 }));
  const { root } = await showInApp(<SiteField />, { liveUrl: 'a.example' });
  await submit(root);
  await expect.poll(() => statusOf(root)).toContain(en.live.tokenProblem.required);
  expect(root.querySelector('[type=password]')).not.toBeNull();
  await paste(root, 'User-agent: *\nDisallow: /x\n');
  expect([statusOf(root), root.querySelector('[type=password]')]).toEqual(['', null]);
});

test('a problem is about the file and URLs that it was about', async () => {
  const { root, change } = await showInApp(<SiteField />, { liveUrl: 'not a host' });
  await submit(root);
  expect(statusOf(root)).toContain('"not a host" is not the address');
  await change({ robotsTxt: 'User-agent: *\n' });
  expect(statusOf(root)).toBe('');
});

test.each([
  ['https://user:pw@shop.example/a?b', 'https://shop.example/a?b'],
  ['user:pw@shop.example', 'https://shop.example/'],
  ['https://user@shop.example', 'https://shop.example/'],
  ['https:user:pw@shop.example', 'https://shop.example/'],
])('neither requests nor keeps the credentials in %s', async (typed, kept) => {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(responses.shop));
  const { root, state } = await showInApp(<SiteField />, { isStarted: false });
  await type(root, typed);
  expect(writeState(sharedValues(state))).not.toMatch(/user|pw/);
  await submit(root);
  await expect.poll(() => state.robotsTxt.value).toBe(responses.shop.text);
  expect(root.querySelector('input')?.value).toBe(kept);
  expect(String(fetched.mock.calls)).not.toMatch(/user|pw/);
  expect(JSON.stringify([state.urls.value, state.chosen.value, writeState(sharedValues(state))])).not.toMatch(/user[:@]|pw/);
});

test('says that the service is asked until the newest request is answered', async () => {
  vi.spyOn(window, 'fetch').mockImplementation((_url, init) => untilAborted(init));
  const { root, rerender } = await showInApp(<SiteField />, { liveUrl: 'a.example' });
  await submit(root);
  await submit(root);
  await expect.poll(() => statusOf(root)).toBe(en.fill(en.start.loading, { site: 'a.example' }));
  // Another field takes its place when a task is chosen.
  await rerender(<SiteField key="next" />);
  await expect.poll(() => statusOf(root)).toBe(en.fill(en.start.loading, { site: 'a.example' }));
});

test('an invalid entry is not replaced by the response of the site before', async () => {
  let respond = (_response: Response) => {};
  vi.spyOn(window, 'fetch').mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  const { root, values } = await showInApp(<SiteField />, { liveUrl: responses.shop.origin });
  await submit(root);
  await type(root, 'not a host');
  await submit(root);
  await act(async () => respond(Response.json(responses.shop)));
  await settled();
  expect(statusOf(root)).toContain('"not a host" is not the address');
  expect(values().fetchedFrom).toBeUndefined();
});

test('a response does not replace a file that is newer than its request', async () => {
  let respond = (_response: Response) => {};
  vi.spyOn(window, 'fetch').mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  const { root, change, values } = await showInApp(<SiteField />, { liveUrl: responses.shop.origin });
  await submit(root);
  await change({ robotsTxt: 'User-agent: dropped\n' });
  await act(async () => respond(Response.json(responses.shop)));
  await settled();
  expect(values()).toMatchObject({ robotsTxt: 'User-agent: dropped\n', fetchedFrom: undefined });
});

test('moves the focus to an empty field', async () => {
  const { root } = await showInApp(<SiteField />, { liveUrl: '' });
  await submit(root);
  expect(document.activeElement).toBe(root.querySelector('input'));
});

test('says what an address of a site looks like', async () => {
  const { root } = await showInApp(<SiteField />, { liveUrl: 'not a host' });
  await submit(root);
  await expect.poll(() => statusOf(root)).toBe(en.fill(en.start.invalid, { site: 'not a host' }));
  expect(root.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
});

test('says that sites cannot be fetched without a service', async () => {
  const { root } = await showInApp(<SiteField />, { liveUrl: 'a.example' }, false);
  await submit(root);
  await expect.poll(() => statusOf(root)).toBe(en.live.noService);
});

describe('a pasted text', () => {
  test.each([
    ['User-agent: *', true],
    ['# a\nDISALLOW : /', true],
    ['a.example\n', false],
    ['https://a.example/1\nhttps://a.example/2\n', false],
    ['User-agent: *\nhttps://a.example/1\n', true],
    ['https://allow.example/sitemap', false],
  ])('%j is a robots.txt: %s', (text, expected) => {
    expect(isRobotsTxt(text)).toBe(expected);
  });
});
