/** The only place that knows where groups begin and end (RFC 9309 2.2.1; row 12 of the dialects' table). */
import { ALLOW, BLANK, type CompiledDialect, DISALLOW, USER_AGENT } from '../compiled-dialect.js';

/** Follows the records of a body and says to which group each belongs. */
export class Grouping {
  /** Number of the group that is open, counted from 0; -1 before the first and after one has been closed. */
  group = -1;
  #groups = 0;
  /** Whether the run of user-agent lines has ended, so that the next one opens a group. */
  runEnded = true;
  readonly #blankLineEnds: boolean;

  constructor(tables: CompiledDialect) {
    this.#blankLineEnds = tables.dialect.blankLineEndsGroup;
  }

  /** Takes the next record's kind; true where that record opens a new group. */
  next(kind: number): boolean {
    if (kind === USER_AGENT) {
      if (!this.runEnded) return false;
      this.runEnded = false;
      this.group = this.#groups++;
      return true;
    }
    // A rule ends the run of user-agent lines even where its path is unusable; other records never do.
    if (kind === ALLOW || kind === DISALLOW) this.runEnded = true;
    else if (kind === BLANK && this.#blankLineEnds) {
      this.group = -1;
      this.runEnded = true;
    }
    return false;
  }
}
