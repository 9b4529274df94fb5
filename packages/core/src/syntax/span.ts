/**
 * A position in the body of a robots.txt. `start` and `end` (exclusive) are byte offsets in the original body (for a
 * string: in its UTF-8 form). `line`, `column` and `endColumn` (exclusive) count from 1; columns are UTF-16 code units,
 * as in editors.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}
