/** Of many rows in a box that scrolls, those that are drawn. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { scrollTopShowing, visibleRows } from './row-window.js';

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
