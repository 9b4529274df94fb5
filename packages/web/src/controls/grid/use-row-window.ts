/** Renders only the visible rows of a scrolling box. */
import { options } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** A print is made of all rows up to this number, about 30 pages. */
const MAX_PRINTED_ROWS = 1000;

export interface RowWindowOptions {
  /** Must match the style sheet. */
  readonly rowHeight: number;
  /** Height of the sticky head. */
  readonly headHeight: number;
  /** Height of the box, assumed until it is measured. */
  readonly firstHeight: number;
  /** Whether to scroll to the top when the rows change. */
  readonly startsAtTop: boolean;
}

/** All heights are in pixels. `rows` must keep its identity while the rows stay the same. */
export function useRowWindow(
  rows: { readonly length: number },
  { rowHeight, headHeight, firstHeight, startsAtTop }: RowWindowOptions,
) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, height: firstHeight });
  const [isPrinting, setPrinting] = useState(false);
  const { first, end } = isPrinting
    ? { first: 0, end: Math.min(rows.length, MAX_PRINTED_ROWS) }
    : visibleRows(rows.length, { ...view, rowHeight });

  const measure = () => {
    if (box.current === null) return;
    setView({ scrollTop: box.current.scrollTop, height: box.current.clientHeight });
  };

  useEffect(() => {
    if (startsAtTop) box.current?.scrollTo({ top: 0 });
    measure();
  }, [rows]);

  useEffect(() => {
    const onPrint = ({ type }: Event) => {
      // The browser takes the page right after the event, before Preact would render.
      const { debounceRendering } = options;
      options.debounceRendering = (render) => render();
      setPrinting(type === 'beforeprint');
      Object.assign(options, { debounceRendering });
    };
    addEventListener('beforeprint', onPrint);
    addEventListener('afterprint', onPrint);
    return () => {
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrint);
    };
  }, []);

  return {
    first,
    end,
    /** Rows per Page Up or Page Down. */
    page: Math.max(Math.floor((view.height - headHeight) / rowHeight) - 1, 1),
    /** Properties of the scrolling box. */
    box: { ref: box, onScroll: measure },
    /** Heights of the rows that are not rendered. */
    above: first * rowHeight,
    below: isPrinting ? 0 : (rows.length - end) * rowHeight,
    bringIntoView(row: number) {
      if (box.current === null) return;
      const { scrollTop, clientHeight: height } = box.current;
      box.current.scrollTop = scrollTopShowing(row, { scrollTop, height, rowHeight }, headHeight);
      // The scroll event fires later, but the row must be rendered before it can be focused.
      measure();
    },
  };
}

/** Rows from `first` up to but excluding `end`. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** All values in pixels. */
export interface RowsView {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
}

/** Returns the rows to render: the visible ones, and as many above and below for smooth scrolling. */
export function visibleRows(count: number, { scrollTop, height, rowHeight }: RowsView): RowWindow {
  const visible = Math.ceil(height / rowHeight) + 1;
  const start = Math.floor(scrollTop / rowHeight) - visible;
  // Browsers can report a scroll position past the last row.
  const first = Math.max(Math.min(start, count - 2 * visible), 0);
  return { first, end: Math.min(first + 3 * visible, count) };
}

/** Returns the nearest scroll position at which the whole row is visible below the sticky head. */
export function scrollTopShowing(
  row: number,
  { scrollTop, height, rowHeight }: RowsView,
  headHeight: number,
): number {
  const top = row * rowHeight;
  const bottom = top + headHeight + rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, bottom - height);
}
