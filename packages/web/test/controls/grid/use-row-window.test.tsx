import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { useRowWindow } from '../../../src/controls/grid/use-row-window.js';
import { showInApp } from '../../support/show-in-app.js';

interface BoxProps {
  readonly rows: readonly string[];
  readonly startsAtTop: boolean;
  readonly api: { bringIntoView?: (row: number) => void; page?: number };
}

function Box({ rows, startsAtTop, api }: BoxProps) {
  const heights = { rowHeight: 20, headHeight: 20, firstHeight: 100 };
  const drawn = useRowWindow(rows, { ...heights, startsAtTop });
  api.bringIntoView = drawn.bringIntoView;
  api.page = drawn.page;
  return (
    <div class="box" style={{ height: '200px', overflow: 'auto' }} {...drawn.box}>
      <div style={{ paddingTop: `${drawn.above}px`, paddingBottom: `${drawn.below}px` }}>
        {rows.slice(drawn.first, drawn.end).map((row) => (
          <div key={row} style={{ height: '20px' }}>
            {row}
          </div>
        ))}
      </div>
    </div>
  );
}

const ROWS = Array.from({ length: 1000 }, (_, row) => `row ${row}.`);

async function show(startsAtTop: boolean) {
  const api: BoxProps['api'] = {};
  const shown = await showInApp(<Box rows={ROWS} startsAtTop={startsAtTop} api={api} />);
  const box = shown.root.querySelector<HTMLElement>('.box');
  if (box === null) throw new Error('missing box');
  return { ...shown, api, box };
}

test('renders visible rows in a box with the height of all rows', async () => {
  const { box, api } = await show(true);
  expect(box.scrollHeight).toBe(20_000);
  // a box of 200 pixels, of which the head takes one row
  expect(api.page).toBe(8);
  await act(() => api.bringIntoView?.(500));
  expect(box.textContent).toContain('row 500.');
  expect(box.textContent).not.toContain('row 1.');
  expect(box.scrollTop).toBe(500 * 20 + 40 - 200);
  await act(() => api.bringIntoView?.(495));
  expect(box.scrollTop).toBe(500 * 20 + 40 - 200);
});

test.each([
  ['scroll to the top', true],
  ['keep the scroll position', false],
])('changed rows %s', async (_, startsAtTop) => {
  const { box, api, rerender } = await show(startsAtTop);
  await act(() => api.bringIntoView?.(500));
  const before = box.scrollTop;
  await rerender(<Box rows={[...ROWS].reverse()} startsAtTop={startsAtTop} api={api} />);
  await expect.poll(() => box.scrollTop).toBe(startsAtTop ? 0 : before);
  await expect.poll(() => box.textContent).toContain(startsAtTop ? 'row 999.' : 'row 499.');
});
