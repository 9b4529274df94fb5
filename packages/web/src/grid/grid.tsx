/** A table of verdicts: only the rows that can be seen are drawn, and the arrows go from cell to cell. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type GridPlace, gridTarget } from './grid-keys.js';
import { useRowWindow } from './use-row-window.js';

/** As in grid.css; the head is as high as a row. */
const ROW_HEIGHT = 34;
/** Before the grid was measured. */
const FIRST_HEIGHT = 400;

/** What makes a `td` a cell of the grid. */
export interface CellProps {
  readonly tabIndex: number;
  readonly 'aria-selected': boolean;
  readonly 'data-row': number;
  readonly 'data-column': number;
}

export interface GridProps {
  readonly class: string;
  readonly label: string;
  /** The same object as long as they are the same rows. */
  readonly rows: { readonly length: number };
  readonly columns: number;
  /** The row and the column of the chosen cell; -1 for one that is not there. */
  readonly chosen: GridPlace;
  readonly onChoose: (place: GridPlace) => void;
  /** Whether other rows begin at their top. */
  readonly startsAtTop: boolean;
  readonly head: ComponentChildren;
  /** A `tr` for a row, with a key. */
  readonly row: (row: number, cell: (column: number) => CellProps) => ComponentChildren;
}

export function Grid(props: GridProps) {
  const { rows, columns, chosen, onChoose, startsAtTop } = props;
  const heights = { rowHeight: ROW_HEIGHT, headHeight: ROW_HEIGHT, firstHeight: FIRST_HEIGHT };
  const drawn = useRowWindow(rows, { ...heights, startsAtTop });
  const { first, end, page } = drawn;
  const { ref: box } = drawn.box;
  const wantsFocus = useRef(false);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const cell = box.current?.querySelector<HTMLElement>('[aria-selected=true]');
    cell?.focus({ preventScroll: true });
    wantsFocus.current = cell === null || cell === undefined;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    // The buttons of the head have keys of their own.
    if (!(event.target instanceof Element && event.target.closest('td') !== null)) return;
    const at = { row: Math.max(chosen.row, 0), column: Math.max(chosen.column, 0) };
    const target = gridTarget(event, at, { rows: rows.length, columns, page });
    if (target === undefined) return;
    event.preventDefault();
    onChoose(target);
    wantsFocus.current = true;
    drawn.bringIntoView(target.row);
  };

  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest('td') : null;
    if (cell === null) return;
    cell.focus();
    onChoose({ row: Number(cell.dataset.row), column: Number(cell.dataset.column) });
  };

  // One stop of Tab: the chosen cell where it is drawn, or else the first.
  const stopRow = chosen.row >= first && chosen.row < end ? chosen.row : first;
  const stopColumn = Math.max(chosen.column, 0);
  const cell = (row: number, column: number): CellProps => ({
    tabIndex: row === stopRow && column === stopColumn ? 0 : -1,
    'aria-selected': row === chosen.row && column === chosen.column,
    'data-row': row,
    'data-column': column,
  });

  return (
    <div class="grid-box" {...drawn.box}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with a choice of cells is a grid.
        role="grid"
        class={props.class}
        style={{ '--columns': columns }}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <thead>
          <tr aria-rowindex={1}>{props.head}</tr>
        </thead>
        <tbody style={{ '--above': `${drawn.above}px`, '--below': `${drawn.below}px` }}>
          {Array.from({ length: end - first }, (_, index) =>
            props.row(first + index, (column) => cell(first + index, column)),
          )}
        </tbody>
      </table>
    </div>
  );
}
