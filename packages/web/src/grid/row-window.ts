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
