import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { Values } from '../../src/state/page-state.js';
import { SETTLED_MS } from '../../src/state/results.js';
import { VisitsView } from '../../src/visits/visits-view.js';
import { InPageWorker } from '../support/in-page-worker.js';
import { showInApp } from '../support/show-in-app.js';
import { en } from '../support/texts.js';

beforeEach(() => {
  vi.stubGlobal('Worker', InPageWorker);
});

/** Opens the page with the view of the visits, which counts only while it is the chosen one. */
function showVisits(values: Partial<Values>) {
  return showInApp(<VisitsView />, { view: 'visits', ...values });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const line = (target: string, agent: string) =>
  `203.0.113.7 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"\n`;

const LOG = new File([line('/x', 'GPTBot/1.2'), line('/y', 'GPTBot/1.2'), line('/y', 'CCBot/2.0'), 'noise\n'], 'access.log');

test('judges the requests of a log, and again after an edit', async () => {
  const robotsTxt = 'User-agent: *\nDisallow: /x\n';
  const { root, change } = await showVisits({ robotsTxt, logs: [LOG] });
  const title = () => root.querySelector('h2')?.textContent;
  await expect.poll(title).toBe('This robots.txt would have turned away 1 of 2 requests of GPTBot.');
  const rows = () => [...root.querySelectorAll('.visitors h3')].map((name) => name.textContent);
  expect(rows()).toEqual(['GPTBot', 'CCBot']);
  const row = root.querySelector('.visitors > li');
  expect(row?.textContent).toContain('OpenAI');
  expect(row?.textContent).toContain('line 2 Disallow: /x');
  expect(row?.querySelector('progress')?.position).toBe(0.5);
  expect(root.querySelector('.outcome')?.textContent).toContain('1 line could not be read');
  const onlyBlocked = root.querySelector<HTMLElement>('[role=switch]');
  await act(() => onlyBlocked?.click());
  expect(rows()).toEqual(['GPTBot']);
  await change({ robotsTxt: 'User-agent: *\nDisallow: /y\n\nUser-agent: GPTBot\nAllow: /\n' });
  await expect.poll(title).toBe('This robots.txt would have turned away the only request of CCBot.');
  await change({ robotsTxt: '' });
  await expect.poll(title).toBe(en.visits.noneBlocked);
  expect(root.textContent).toContain(en.visits.noFile);
});

test('says at the field that a file is not a log, and opens several', async () => {
  const { root, state } = await showVisits({ logs: [new File(['a,b\n'], 'x.csv')] });
  await expect.poll(() => root.querySelector('[role=alert]')?.textContent).toContain('x.csv');
  const input = root.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('missing input');
  const opened = new DataTransfer();
  for (const file of [LOG, LOG]) opened.items.add(file);
  input.files = opened.files;
  await act(() => {
    input.dispatchEvent(new Event('change'));
  });
  expect(state.logs.value).toHaveLength(2);
  await expect.poll(() => root.textContent).toContain('4 of 4 requests blocked');
  expect(root.querySelector('[role=alert]')).toBeNull();
});

/** Returns how many counts were requested. */
function countsOf(post: MockInstance<InPageWorker['postMessage']>): number {
  return post.mock.calls.filter(([{ request }]) => request.kind === 'visits').length;
}

test('goes on counting while another view is shown, and does not count again', async () => {
  const post = vi.spyOn(InPageWorker.prototype, 'postMessage');
  const { root, change } = await showVisits({ logs: [LOG] });
  const title = () => root.querySelector('h2')?.textContent;
  await change({ view: 'check' });
  await expect.poll(() => countsOf(post)).toBe(1);
  await change({ view: 'visits' });
  await expect.poll(title).toContain('requests of GPTBot');
  await change({ view: 'compare' });
  await change({ view: 'visits' });
  expect(title()).toContain('requests of GPTBot');
  await sleep(2 * SETTLED_MS);
  expect(countsOf(post)).toBe(1);
  await change({ logs: [] });
  expect(title()).toBe(en.visits.title);
});

test('counts edits that were made in another view once, when it is shown again', async () => {
  const post = vi.spyOn(InPageWorker.prototype, 'postMessage');
  const { root, state, change } = await showVisits({ robotsTxt: '', logs: [LOG] });
  await expect.poll(() => state.visits.value).toMatchObject({ kind: 'counted' });
  await change({ view: 'check' });
  for (const path of ['/a', '/x']) {
    await change({ robotsTxt: `User-agent: *\nDisallow: ${path}\n` });
    await sleep(2 * SETTLED_MS);
  }
  expect([countsOf(post), state.visits.value]).toEqual([1, undefined]);
  await change({ view: 'visits' });
  const title = () => root.querySelector('h2')?.textContent;
  await expect.poll(title).toBe('This robots.txt would have turned away 1 of 2 requests of GPTBot.');
  expect(countsOf(post)).toBe(2);
});

test('stops a count that an edit in another view has made useless', async () => {
  const ended = vi.spyOn(InPageWorker.prototype, 'terminate');
  const post = vi.spyOn(InPageWorker.prototype, 'postMessage');
  const endless = Object.assign(new File([LOG], 'endless.log'), { stream: () => new ReadableStream() });
  const { state, change } = await showVisits({ robotsTxt: '', logs: [endless] });
  await expect.poll(() => countsOf(post)).toBe(1);
  await change({ view: 'check', robotsTxt: 'User-agent: *\nDisallow: /\n' });
  await sleep(2 * SETTLED_MS);
  expect([countsOf(post), ended.mock.calls.length, state.visits.value]).toEqual([1, 1, undefined]);
});
