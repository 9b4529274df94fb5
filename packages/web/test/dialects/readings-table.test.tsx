import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { readingsOf, rowsOf } from '../../src/dialects/readings.js';
import { type ReadingChoice, ReadingsTable } from '../../src/dialects/readings-table.js';
import { showInApp } from '../support/show-in-app.js';

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
