/** Finds and proves what an edit of a robots.txt changes: the URLs that it blocks or allows, and other records. */

import { crawlerName } from '../file/crawler.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import { readBudget } from '../prover/budget.js';
import { accessChanges, type Change, type Undecided } from './access-changes.js';
import { type ComparedCrawlers, type FilePair, partsByDialect } from './by-dialect.js';
import type { PreferenceChange } from './preference-changes.js';
import { commentChanges, type RecordChange } from './record-changes.js';
import { statementChanges } from './statement-changes.js';

export interface DiffOptions extends ComparedCrawlers {
  /** Steps that the proof may take (default: 13 million). */
  readonly budget?: number;
  /** Whether to list comments in `recordChanges` (default: false). They never affect `equivalent`. */
  readonly comments?: boolean;
}

export interface Diff {
  /**
   * Whether nothing that a crawler reads has changed: neither access nor other records. `true` and `false` are proved.
   * `undecided`: no change was found within the budget.
   */
  readonly equivalent: boolean | 'undecided';
  /** Whether every URL has the same verdict for every crawler compared; other records may differ. */
  readonly accessEquivalent: boolean | 'undecided';
  /** The names of the dialects in which crawlers were compared. */
  readonly dialects: readonly string[];
  /** All crawlers that were compared: product tokens, and known crawlers by name. */
  readonly crawlers: readonly string[];
  /**
   * At least one for each rule that blocks a URL that the other file allows. Those of `*` first, then by number of product
   * tokens, newly blocked ones first, shorter patterns first.
   */
  readonly changes: readonly Change[];
  /**
   * Sitemaps, crawl delays and other records that are not rules. Order and repetition of records are ignored. For a label that
   * is in none of the changes, also its group and its allow rules, because these state a preference.
   */
  readonly recordChanges: readonly RecordChange[];
  /** The preferences in Content-Usage and Content-Signal lines that change for URLs that both files allow. */
  readonly preferenceChanges: readonly PreferenceChange[];
  /**
   * Known crawlers that document another dialect, and for which records or preferences change that are listed only for
   * other crawlers, whose groups most of them follow. Empty if the caller chose the crawlers.
   */
  readonly omittedCrawlers: readonly string[];
  /** Whether `undecided` is empty. If not, there may be more changes. */
  readonly complete: boolean;
  /** The rules that could not be compared within the budget. */
  readonly undecided: readonly Undecided[];
}

/**
 * Compares two robots.txt files, each crawler in the dialect that it documents unless `documentedDialects` is false. If
 * the dialects of the files differ, only URLs in normal form (RFC 3986 6.2.2) are compared, because the dialects always
 * disagree about other spellings.
 * Throws a RangeError for an invalid budget, and a TypeError for an invalid product token or an empty list of them. Worst case:
 * linear in both files, plus the budget.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { diff } from '@repkit/core/analysis';
 *
 * const before = parseRobotsTxt('User-agent: *\nDisallow: /private/');
 * const after = parseRobotsTxt('User-agent: *\nDisallow: /p');
 * const { changes, complete } = diff(before, after);
 * changes.map(({ dialect, witness }) => [dialect, witness]); // [ [ 'rfc9309', '/p' ], [ 'google', '/p' ], [ 'yandex', '/p' ] ]
 * complete; // true
 * ```
 */
export function diff(before: RobotsTxt, after: RobotsTxt, options?: DiffOptions): Diff {
  const budget = readBudget(options?.budget);
  const parts = partsByDialect<FilePair>([before, after], options);
  const compared = parts.map((part, index) => {
    const share = Math.floor(budget.left / (parts.length - index));
    return budget.lend(share, (lent) => accessChanges(part, lent));
  });
  const changes = compared.flatMap((part) => part.changes);
  const undecidedAccess = compared.flatMap((part) => part.undecided);
  const changed = new Set(changes.flatMap(({ productTokens }) => productTokens));
  const statements = statementChanges(parts, changed, options?.productTokens !== undefined);
  const undecided = [...undecidedAccess, ...statements.undecided];
  const complete = undecided.length === 0;
  return {
    equivalent: changes.length + statements.recordChanges.length > 0 ? false : complete || 'undecided',
    accessEquivalent: changes.length > 0 ? false : undecidedAccess.length === 0 || 'undecided',
    dialects: [...new Set(parts.flatMap(({ files }) => files.map(({ dialect }) => dialect.name)))],
    crawlers: [...new Set(parts.flatMap((part) => part.crawlers.map(crawlerName)))],
    changes,
    recordChanges: [...statements.recordChanges, ...(options?.comments ? commentChanges([before, after]) : [])],
    preferenceChanges: statements.preferenceChanges,
    omittedCrawlers: statements.omittedCrawlers,
    complete,
    undecided,
  };
}
