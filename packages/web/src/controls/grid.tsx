/** A table of verdicts (ARIA grid pattern) that renders only the visible rows. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useRowWindow } from './use-row-window.js';

/** Attributes of a `td` in the grid. */
export interface CellProps {
  readonly tabIndex: number;
  readonly 'aria-selected': boolean;
  readonly 'data-row': number;
  readonly 'data-column': number;
}

export interface GridProps {
  readonly class: string;
  readonly label: string;
  /** Must keep its identity while the rows stay the same. */
  readonly rows: { readonly length: number };
  readonly columns: number;
  /** Characters of the longest first cell. */
  readonly urlWidth: number;
  /** -1 for a row or column that is not in the grid. */
  readonly chosen: GridPosition;
  readonly onChoose: (position: GridPosition) => void;
  readonly head: ComponentChildren;
  /** Renders a keyed `tr`. */
  readonly row: (row: number, cell: (column: number) => CellProps) => ComponentChildren;
}

export function Grid(props: GridProps) {
  const { rows, columns, chosen, onChoose } = props;
  const drawn = useRowWindow(rows);
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
    // Buttons in the head handle their own keys.
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
    const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-row]') : null;
    if (cell === null) return;
    cell.focus();
    onChoose({ row: Number(cell.dataset.row), column: Number(cell.dataset.column) });
  };

  // The single tab stop: the chosen cell if it is rendered, otherwise the first.
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
        style={{ '--columns': columns, '--longest': `${props.urlWidth}ch` }}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <thead>
          <tr aria-rowindex={1}>{props.head}</tr>
        </thead>
        <tbody style={{ '--above': `${drawn.above}px`, '--below': `${drawn.below}px` }}>
          {Array.from({ length: end - first }, (_, index) => props.row(first + index, (column) => cell(first + index, column)))}
        </tbody>
      </table>
    </div>
  );
}

export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows per Page Up or Page Down. */
  readonly page: number;
}

/** Returns the target of a key (ARIA Authoring Practices, grid), or undefined for other keys. Enter and Space stay. */
export function gridTarget(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { row, column }: GridPosition,
  { rows, columns, page }: GridSize,
): GridPosition | undefined {
  const targets: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    PageDown: [row + page, column],
    PageUp: [row - page, column],
    Home: [ctrlKey ? 0 : row, 0],
    End: [ctrlKey ? rows - 1 : row, columns - 1],
    Enter: [row, column],
    ' ': [row, column],
  };
  const target = targets[key];
  return (
    target && {
      row: Math.min(Math.max(target[0], 0), rows - 1),
      column: Math.min(Math.max(target[1], 0), columns - 1),
    }
  );
}
