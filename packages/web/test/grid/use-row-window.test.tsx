import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { useRowWindow } from '../../src/grid/use-row-window.js';
import { showInApp } from '../support/show-in-app.js';

interface BoxProps {
  readonly rows: readonly string[];
  readonly startsAtTop: boolean;
  readonly heard: { bringIntoView?: (row: number) => void; page?: number };
}

function Box({ rows, startsAtTop, heard }: BoxProps) {
  const heights = { rowHeight: 20, headHeight: 20, firstHeight: 100 };
  const drawn = useRowWindow(rows, { ...heights, startsAtTop });
  heard.bringIntoView = drawn.bringIntoView;
  heard.page = drawn.page;
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
  const heard: BoxProps['heard'] = {};
  const shown = await showInApp(<Box rows={ROWS} startsAtTop={startsAtTop} heard={heard} />);
  const box = shown.root.querySelector<HTMLElement>('.box');
  if (box === null) throw new Error('there is no box');
  return { ...shown, heard, box };
}

test('what is seen is drawn, and the whole is as high as all rows', async () => {
  const { box, heard } = await show(true);
  expect(box.scrollHeight).toBe(20_000);
  // Measured: 200 pixels, one row of them the head.
  expect(heard.page).toBe(8);
  await act(() => heard.bringIntoView?.(500));
  expect(box.textContent).toContain('row 500.');
  expect(box.textContent).not.toContain('row 1.');
  expect(box.scrollTop).toBe(500 * 20 + 40 - 200);
  await act(() => heard.bringIntoView?.(495));
  expect(box.scrollTop).toBe(500 * 20 + 40 - 200);
});

test.each([
  ['begin at their top', true],
  ['are shown where the others were', false],
])('other rows %s', async (_, startsAtTop) => {
  const { box, heard, rerender } = await show(startsAtTop);
  await act(() => heard.bringIntoView?.(500));
  const before = box.scrollTop;
  await rerender(<Box rows={[...ROWS].reverse()} startsAtTop={startsAtTop} heard={heard} />);
  await expect.poll(() => box.scrollTop).toBe(startsAtTop ? 0 : before);
  await expect.poll(() => box.textContent).toContain(startsAtTop ? 'row 999.' : 'row 499.');
});
