import { useState } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { Grid, type GridPosition } from '../../src/controls/grid.js';
import '../../src/styles/main.css';
import { showInApp } from '../support/show-in-app.js';

const NOWHERE = { row: -1, column: -1 };

function Places({ count, onChoose }: { count: number; onChoose: (place: GridPosition) => void }) {
  const [chosen, setChosen] = useState<GridPosition>(NOWHERE);
  const [rows] = useState({ length: count });
  return (
    <Grid
      class="verdicts"
      label="places"
      rows={rows}
      columns={2}
      urlWidth={5}
      chosen={chosen}
      onChoose={(place) => {
        onChoose(place);
        setChosen(place);
      }}
      head={
        <th>
          <button type="button">head</button>
        </th>
      }
      row={(row, cell) => (
        <tr key={row}>
          <th>{row}</th>
          <td {...cell(0)}>{`${row}, 0`}</td>
          <td {...cell(1)}>{`${row}, 1`}</td>
        </tr>
      )}
    />
  );
}

async function show(count: number) {
  const choices: GridPosition[] = [];
  const shown = await showInApp(<Places count={count} onChoose={(place) => choices.push(place)} />);
  const press = (key: string, ctrlKey = false) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true });
      (shown.root.querySelector('td') ?? shown.root).dispatchEvent(event);
    });
  return { ...shown, choices, press };
}

test('renders few of many rows and reports their number', async () => {
  const { root } = await show(10_000);
  expect(root.querySelectorAll('tbody tr').length).toBeLessThan(120);
  expect(root.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10001');
  const box = root.querySelector<HTMLElement>('.grid-box');
  await act(() => box?.scrollTo({ top: 140_000 }));
  await expect.poll(() => root.querySelector('tbody')?.textContent).toContain('5000, 1');
});

test('has one tab stop: the first cell, then the chosen one', async () => {
  const { root, choices } = await show(100);
  const stops = () => [...root.querySelectorAll('[tabindex="0"]')].map((cell) => cell.textContent);
  expect(stops()).toEqual(['0, 0']);
  expect(root.querySelector('[aria-selected=true]')).toBeNull();
  await act(() => root.querySelectorAll('td')[3]?.click());
  expect(choices).toEqual([{ row: 1, column: 1 }]);
  expect(stops()).toEqual(['1, 1']);
  expect(root.querySelector('[aria-selected=true]')?.textContent).toBe('1, 1');
});

test('selects cells with the keyboard and focuses rows that were not rendered', async () => {
  const { choices, press } = await show(10_000);
  await press('ArrowRight');
  expect(document.activeElement?.textContent).toBe('0, 1');
  await press('End', true);
  await expect.poll(() => document.activeElement?.textContent).toBe('9999, 1');
  await press('Home');
  await expect.poll(() => document.activeElement?.textContent).toBe('9999, 0');
  await press('q');
  expect(choices).toEqual([
    { row: 0, column: 1 },
    { row: 9999, column: 1 },
    { row: 9999, column: 0 },
  ]);
});

test('ignores clicks outside of cells', async () => {
  const { root, choices } = await show(3);
  await act(() => root.querySelector<HTMLElement>('tbody th')?.click());
  expect(choices).toEqual([]);
});

test('leaves the keys of head buttons alone', async () => {
  const { root, choices } = await show(3);
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  await act(() => void root.querySelector('thead button')?.dispatchEvent(event));
  expect(event.defaultPrevented).toBe(false);
  expect(choices).toEqual([]);
});
