/** Finds the records and preferences that an edit changes, in all dialects. */

import { knownFields } from '../dialect/fields.js';
import { isLabel } from '../file/label.js';
import type { Undecided } from './access-changes.js';
import type { DialectPart, FilePair } from './by-dialect.js';
import { type PreferenceChange, preferenceChanges } from './preference-changes.js';
import { labelChanges, type RecordChange, recordChanges } from './record-changes.js';

interface StatementChanges {
  readonly recordChanges: readonly RecordChange[];
  readonly preferenceChanges: readonly PreferenceChange[];
  /** Crawlers whose changes are not listed, because an earlier dialect has the same. */
  readonly omittedCrawlers: readonly string[];
  readonly undecided: readonly Undecided[];
}

/**
 * Compares what the files state in addition to access. By default, most known crawlers follow the groups of others, so of the
 * changes in further dialects only those are listed that the first one does not have.
 *
 * @param changed the crawlers whose access changes
 * @param isChosen whether the caller chose the crawlers, so that every change is listed
 */
export function statementChanges(
  parts: readonly DialectPart<FilePair>[],
  changed: ReadonlySet<string>,
  isChosen: boolean,
): StatementChanges {
  const compared = parts.map(({ files, groups, crawlers }) => {
    const audiences = groups.audiences(crawlers);
    const { name: dialect } = files[1].dialect;
    const records = recordChanges(files, audiences, groups);
    const preferences = preferenceChanges(files, audiences);
    const labels = labelChanges(
      groups,
      crawlers.filter(isLabel).filter((label) => !changed.has(label)),
    );
    return {
      records: [...records.changes, ...labels.changes],
      preferences: preferences.changes,
      undecided: [records, labels, preferences]
        .flatMap((found) => found.undecided)
        .map((productTokens) => ({ productTokens, dialect, before: [], after: [] })),
    };
  });
  const records = separateOmitted(
    compared.map((part) => part.records),
    isChosen ? undefined : recordKey,
  );
  const preferences = separateOmitted(
    compared.map((part) => part.preferences),
    isChosen ? undefined : preferenceKey,
  );
  const omitted = [...records.omitted, ...preferences.omitted];
  return {
    recordChanges: records.changes,
    preferenceChanges: preferences.changes,
    omittedCrawlers: [...new Set(omitted.flatMap(({ productTokens }) => productTokens))],
    undecided: compared.flatMap((part) => part.undecided),
  };
}

/** Returns the changes of all dialects, except those that have the key of a change in the first one, or no key. */
function separateOmitted<Change>(
  [first, ...others]: readonly (readonly Change[])[],
  keyOf: ((change: Change) => string | undefined) | undefined,
): { readonly changes: readonly Change[]; readonly omitted: readonly Change[] } {
  const later = others.flat();
  const known = new Set<string | undefined>(keyOf && [undefined, ...first.map(keyOf)]);
  const isOmitted = (change: Change) => keyOf !== undefined && known.has(keyOf(change));
  return {
    // The records of the whole site are the same in each dialect.
    changes: distinctItems([...first, ...later.filter((change) => !isOmitted(change))]),
    omitted: later.filter(isOmitted),
  };
}

/** Undefined for fields that no dialect reads: what one dialect reads as a rule may be such a field in another. */
function recordKey({ field, removed, added }: RecordChange): string | undefined {
  if (!Object.hasOwn(knownFields, field)) return undefined;
  const values = [removed, added].map((records) => records.map(({ value }) => value));
  return JSON.stringify([field, values]);
}

function preferenceKey({ mechanism, category, before, after }: PreferenceChange): string {
  return JSON.stringify([mechanism, category, before, after]);
}

/** Returns the items without repetitions. */
function distinctItems<Item>(all: readonly Item[]): Item[] {
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}
