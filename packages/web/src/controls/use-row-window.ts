/** Renders only the visible rows of a scrolling box. */
import { options } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** A print is made of all rows up to this number, about 30 pages. */
const MAX_PRINTED_ROWS = 1000;

/** In pixels, of a row and of the sticky head. Must match tables.css. */
export const ROW_HEIGHT = 28;
const HEAD_HEIGHT = 48;
/** Height of the box, assumed until it is measured. */
const FIRST_HEIGHT = 400;
/** Rows that are rendered above and below the visible ones, for smooth scrolling. */
const MARGIN = 8;

/** Scrolls to the top when the rows change. `rows` must keep its identity while they stay the same. */
export function useRowWindow(rows: { readonly length: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, height: FIRST_HEIGHT });
  const [isPrinting, setPrinting] = useState(false);
  const { first, end } = isPrinting ? { first: 0, end: Math.min(rows.length, MAX_PRINTED_ROWS) } : visibleRows(rows.length, view);

  const measure = () => {
    if (box.current === null) return;
    const { scrollTop, clientHeight: height } = box.current;
    setView({ scrollTop, height });
  };

  useEffect(() => {
    // Asking the browser instead would lay out the new rows once more.
    if (view.scrollTop === 0) return;
    box.current?.scrollTo({ top: 0 });
    measure();
  }, [rows]);

  useEffect(() => {
    if (box.current === null) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

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
    page: Math.max(Math.floor(view.height / ROW_HEIGHT) - 2, 1),
    /** Properties of the scrolling box. */
    box: { ref: box, onScroll: measure },
    /** Heights of the rows that are not rendered. */
    above: first * ROW_HEIGHT,
    below: isPrinting ? 0 : (rows.length - end) * ROW_HEIGHT,
    bringIntoView(row: number) {
      if (box.current === null) return;
      const { scrollTop, clientHeight: height } = box.current;
      box.current.scrollTop = scrollTopShowing(row, { scrollTop, height });
      // The scroll event fires later, but the row must be rendered before it can be focused.
      measure();
    },
  };
}

/** In pixels. */
interface RowsView {
  readonly scrollTop: number;
  readonly height: number;
}

/**
 * Returns the rows to render, from `first` up to but excluding `end`: the visible ones, and some above and below.
 */
export function visibleRows(count: number, { scrollTop, height }: RowsView) {
  const visible = Math.ceil(height / ROW_HEIGHT) + 1;
  // Browsers can report a scroll position past the last row.
  const top = Math.max(Math.min(Math.floor(scrollTop / ROW_HEIGHT), count - visible), 0);
  return { first: Math.max(top - MARGIN, 0), end: Math.min(top + visible + MARGIN, count) };
}

/** Returns the nearest scroll position at which the whole row is visible below the sticky head. */
export function scrollTopShowing(row: number, { scrollTop, height }: RowsView): number {
  const top = row * ROW_HEIGHT;
  const bottom = top + ROW_HEIGHT + HEAD_HEIGHT;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, bottom - height);
}
