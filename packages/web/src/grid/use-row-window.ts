/** Of many rows in a box that scrolls, those that are drawn. */
import { useEffect, useRef, useState } from 'preact/hooks';

export interface RowWindowOptions {
  /** As in the style sheet. */
  readonly rowHeight: number;
  /** What covers the first pixels of the box. */
  readonly headHeight: number;
  /** Of the box, before it was measured. */
  readonly firstHeight: number;
  /** Whether other rows begin at their top. */
  readonly startsAtTop: boolean;
}

/** All heights in pixels. `rows` is the same object as long as they are the same rows. */
export function useRowWindow(
  rows: { readonly length: number },
  { rowHeight, headHeight, firstHeight, startsAtTop }: RowWindowOptions,
) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollTop: 0, height: firstHeight });
  const { first, end } = visibleRows(rows.length, { ...view, rowHeight });

  const measure = () => {
    if (box.current === null) return;
    setView({ scrollTop: box.current.scrollTop, height: box.current.clientHeight });
  };

  useEffect(() => {
    if (startsAtTop) box.current?.scrollTo({ top: 0 });
    measure();
  }, [rows]);

  return {
    first,
    end,
    /** The rows that Page Up and Page Down pass. */
    page: Math.max(Math.floor((view.height - headHeight) / rowHeight) - 1, 1),
    /** For the box. */
    box: { ref: box, onScroll: measure },
    /** The height of the rows that are not drawn. */
    above: first * rowHeight,
    below: (rows.length - end) * rowHeight,
    bringIntoView(row: number) {
      if (box.current === null) return;
      const { scrollTop, clientHeight: height } = box.current;
      box.current.scrollTop = scrollTopShowing(row, { scrollTop, height, rowHeight }, headHeight);
      // The event of scrolling comes later, and the row must be there before it can have the focus.
      measure();
    },
  };
}

/** Which rows of many are drawn. */

/** Some rows of many: those from `first` to before `end`. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
}

/** What is seen of the rows, in pixels. */
export interface RowsView {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
}

/** The rows to draw: what can be seen, and as much above and below, so that scrolling finds them there. */
export function visibleRows(count: number, { scrollTop, height, rowHeight }: RowsView): RowWindow {
  const seen = Math.ceil(height / rowHeight) + 1;
  const wanted = Math.floor(scrollTop / rowHeight) - seen;
  // A browser may tell of a place below the last row.
  const first = Math.max(Math.min(wanted, count - 2 * seen), 0);
  return { first, end: Math.min(first + 3 * seen, count) };
}

/** Where to scroll so that a row is seen whole, no further than needed; a head of `headHeight` covers the first pixels. */
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
