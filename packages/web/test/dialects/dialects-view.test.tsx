import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { parseInAllDialects, rowsOf } from '../../src/dialects/by-dialect.js';
import {
  type DialectChoice,
  DialectsView,
  DialectTable,
  MoreUrls,
} from '../../src/dialects/dialects-view.js';
import { DIALECTS_TEXTS } from '../../src/messages/dialects-texts.js';
import { showInApp } from '../support/show-in-app.js';

async function showView() {
  return showInApp(<DialectsView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\nAllow: /x/y\n',
    urls: '/x\n/x/y\n/\n',
    productTokens: ['a', 'b'],
    productToken: 'a',
    chosen: undefined,
  });
}

test('explains a chosen verdict under its dialect, with its clause', async () => {
  const { root, store } = await showView();
  await act(() => root.querySelectorAll<HTMLElement>('[data-row="1"]')[3]?.click());
  expect(store.state).toMatchObject({
    chosen: { url: '/x/y', productToken: 'a' },
    explainedDialect: 'koster1996',
    highlighted: { deciding: 2, lost: [3] },
  });
  expect(root.querySelector('.explanation .clause')?.textContent).toBe('1996 draft 3.2.2');
});

test('can hide rows without differences and follows the chosen crawler', async () => {
  const { root, store } = await showView();
  const urls = () =>
    [...root.querySelectorAll('tbody th')].map((head) => head.getAttribute('title'));
  expect(urls()).toEqual(['/x', '/x/y', '/']);
  await act(() => root.querySelector<HTMLInputElement>('[type=checkbox]')?.click());
  expect(urls()).toEqual(['/x/y']);
  const foot = () => root.querySelector('.table-foot')?.textContent;
  expect(foot()).toContain('disagree on 1');
  await act(() => store.change({ productToken: 'b' }));
  expect([urls(), foot()]).toEqual([[], expect.stringContaining('disagree on 0')]);
});

test('suggests URLs on which the dialects disagree until they are listed', async () => {
  const robotsTxt = 'User-agent: a\nDisallow: /x\nAllow: /x/y\n';
  const { root, store } = await showInApp(
    <MoreUrls files={parseInAllDialects(robotsTxt)} productToken="a" />,
    {
      robotsTxt,
      urls: '/\n',
    },
  );
  const status = () => root.querySelector('[role=status]')?.textContent;
  expect(status()).toBe(DIALECTS_TEXTS.en.searching);
  await expect.poll(status).toBe(DIALECTS_TEXTS.en.foundMore);
  const offered = [...root.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(offered).toContain('/x/y');
  await act(() => root.querySelector('button')?.click());
  expect(store.state.urls.split('\n')).toEqual(expect.arrayContaining(['/', '/x/y']));
  expect([status(), root.querySelector('button')]).toEqual([DIALECTS_TEXTS.en.allListed, null]);
  await act(() => store.change({ robotsTxt: '' }));
  await expect.poll(status).toBe(DIALECTS_TEXTS.en.proved);
});

const files = parseInAllDialects('User-agent: *\nDisallow: /x\nAllow: /x/y\n');
const rows = rowsOf(files, ['/x', '/x/y'], 'a');

async function showTable(chosen?: DialectChoice) {
  const choices: DialectChoice[] = [];
  const { root } = await showInApp(
    <DialectTable rows={rows} chosen={chosen} onChoose={(choice) => choices.push(choice)} />,
  );
  return { root, choices };
}

test('has one verdict per dialect and labels rows that differ', async () => {
  const { root } = await showTable();
  const lines = [...root.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(' '),
  );
  expect(lines).toEqual([
    '/x disallowed disallowed disallowed disallowed',
    'differs/x/y allowed allowed allowed disallowed',
  ]);
});

test('selects verdicts with the mouse and arrow keys from one tab stop', async () => {
  const { root, choices } = await showTable({ url: '/x', dialect: 'google' });
  const stops = root.querySelectorAll('[tabindex="0"]');
  expect([stops.length, stops[0]?.getAttribute('aria-selected')]).toEqual([1, 'true']);
  const press = (key: string) =>
    act(() => void stops[0]?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await press('ArrowDown');
  await press('ArrowRight');
  await press('q');
  await act(() => root.querySelectorAll('td')[4]?.click());
  expect(choices).toEqual([
    { url: '/x/y', dialect: 'google' },
    { url: '/x', dialect: 'koster1996' },
    { url: '/x/y', dialect: 'rfc9309' },
  ]);
});

test.each([
  ['Applebot', DIALECTS_TEXTS.en.foundMore],
  ['AdsBot-Google', DIALECTS_TEXTS.en.proved],
])('%s: suggests only URLs on which its own verdicts differ', async (productToken, sentence) => {
  const robotsTxt =
    'User-agent: Googlebot\nDisallow: /x\nAllow: /x/y\n\nUser-agent: *\nDisallow: /*z\n';
  const files = parseInAllDialects(robotsTxt);
  const { root } = await showInApp(<MoreUrls {...{ files, productToken }} />, {
    robotsTxt,
    urls: '/\n',
  });
  await expect.poll(() => root.querySelector('[role=status]')?.textContent).toBe(sentence);
  const offered = [...root.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(offered.includes('/x/y')).toBe(productToken === 'Applebot');
});
