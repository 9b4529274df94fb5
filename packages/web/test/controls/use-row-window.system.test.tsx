import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { ROW_HEIGHT, useRowWindow } from '../../src/controls/use-row-window.js';
import { showInApp } from '../support/show-in-app.js';

interface BoxProps {
  readonly rows: readonly string[];
  readonly api: { bringIntoView?: (row: number) => void; page?: number };
}

function Box({ rows, api }: BoxProps) {
  const drawn = useRowWindow(rows);
  api.bringIntoView = drawn.bringIntoView;
  api.page = drawn.page;
  return (
    <div class="box" style={{ height: '280px', overflow: 'auto' }} {...drawn.box}>
      <div style={{ paddingTop: `${drawn.above}px`, paddingBottom: `${drawn.below}px` }}>
        {rows.slice(drawn.first, drawn.end).map((row) => (
          <div key={row} style={{ height: `${ROW_HEIGHT}px` }}>
            {row}
          </div>
        ))}
      </div>
    </div>
  );
}

const ROWS = Array.from({ length: 1000 }, (_, row) => `row ${row}.`);

async function show() {
  const api: BoxProps['api'] = {};
  const shown = await showInApp(<Box rows={ROWS} api={api} />);
  const box = shown.root.querySelector<HTMLElement>('.box');
  if (box === null) throw new Error('missing box');
  return { ...shown, api, box };
}

test('renders visible rows in a box with the height of all rows', async () => {
  const { box, api } = await show();
  expect(box.scrollHeight).toBe(28_000);
  // a box of ten rows, of which the head takes one
  expect(api.page).toBe(8);
  await act(() => api.bringIntoView?.(500));
  expect(box.textContent).toContain('row 500.');
  expect(box.textContent).not.toContain('row 1.');
  expect(box.scrollTop).toBe(501 * 28 + 48 - 280);
  await act(() => api.bringIntoView?.(495));
  expect(box.scrollTop).toBe(501 * 28 + 48 - 280);
});

test('changed rows scroll to the top', async () => {
  const { box, api, rerender } = await show();
  await act(() => api.bringIntoView?.(500));
  await rerender(<Box rows={[...ROWS].reverse()} api={api} />);
  await expect.poll(() => box.scrollTop).toBe(0);
  await expect.poll(() => box.textContent).toContain('row 999.');
});
