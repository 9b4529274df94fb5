import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import {
  DialectsView,
  MoreUrls,
  type ReadingChoice,
  ReadingsTable,
} from '../../src/dialects/dialects-view.js';
import { readingsOf, rowsOf } from '../../src/dialects/readings.js';
import { en } from '../../src/messages/en.js';
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

test('a chosen verdict is explained in its dialect, with its clause', async () => {
  const { root, store } = await showView();
  await act(() => root.querySelectorAll<HTMLElement>('[data-row="1"]')[3]?.click());
  expect(store.state).toMatchObject({
    chosen: { url: '/x/y', productToken: 'a' },
    explainedDialect: 'koster1996',
    lit: { deciding: 2, lost: [3] },
  });
  expect(root.querySelector('.as-read')?.textContent).toContain('Draft of 1996');
  expect(root.querySelector('.explanation .clause')?.textContent).toBe('1996 draft 3.2.2');
});

test('rows in which all agree may be left out; another crawler has other rows', async () => {
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

test('URLs on which the dialects disagree are offered until the list has them', async () => {
  const { root, store } = await showInApp(<MoreUrls productToken="a" />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\nAllow: /x/y\n',
    urls: '/\n',
  });
  const said = () => root.querySelector('[role=status]')?.textContent;
  expect(said()).toBe(en.dialects.searching);
  await expect.poll(said).toBe(en.dialects.foundMore);
  const offered = [...root.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(offered).toContain('/x/y');
  await act(() => root.querySelector('button')?.click());
  expect(store.state.urls.split('\n')).toEqual(expect.arrayContaining(['/', '/x/y']));
  expect([said(), root.querySelector('button')]).toEqual([en.dialects.allThere, null]);
  await act(() => store.change({ robotsTxt: '' }));
  await expect.poll(said).toBe(en.dialects.proved);
});

const readings = readingsOf('User-agent: *\nDisallow: /x\nAllow: /x/y\n');
const rows = rowsOf(readings, ['/x', '/x/y'], 'a');

async function showTable(chosen?: ReadingChoice) {
  const choices: ReadingChoice[] = [];
  const { root } = await showInApp(
    <ReadingsTable rows={rows} chosen={chosen} onChoose={(choice) => choices.push(choice)} />,
  );
  return { root, choices };
}

test('a row has a verdict for each dialect, and one in which they disagree says so in a word', async () => {
  const { root } = await showTable();
  const lines = [...root.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(' '),
  );
  expect(lines).toEqual([
    '/x disallowed disallowed disallowed disallowed',
    'differ/x/y allowed allowed allowed disallowed',
  ]);
});

test('a verdict is chosen with the mouse and with the arrows, from one stop of Tab', async () => {
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

test('of 10,000 rows a few are drawn', async () => {
  const many = rowsOf(
    readings,
    Array.from({ length: 10_000 }, (_, id) => `/${id}`),
    'a',
  );
  const { root } = await showInApp(
    <ReadingsTable rows={many} chosen={undefined} onChoose={() => {}} />,
  );
  expect(root.querySelectorAll('tbody tr').length).toBeLessThan(2000);
});
