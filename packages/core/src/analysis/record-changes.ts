/** Finds the records other than rules that an edit adds or removes: sitemaps, crawl delays, preferences and more. */

import { isSiteField } from '../dialect/fields.js';
import { type Crawler, crawlerName } from '../file/crawler.js';
import { type Group, type OtherRecord, parseDelay } from '../file/groups.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import { Budget, PART_STEPS } from '../prover/budget.js';
import { groupBy } from '../util/group-by.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import { CommonChanges, type FoundChanges, type NamedGroups } from './audience.js';

/** Records of one field that an edit adds or removes. */
export interface RecordChange {
  /** The field in lower case, such as `sitemap` or `crawl-delay`; `comment` for comments. */
  readonly field: string;
  /** The crawlers whose groups have the records; empty if the records apply to the whole site. */
  readonly productTokens: readonly string[];
  readonly removed: readonly RecordValue[];
  readonly added: readonly RecordValue[];
}

export interface RecordValue {
  readonly value: string;
  readonly line: number;
}

/** Compares the records of both files, for audiences: lists of crawlers that the same groups apply to. */
export function recordChanges(
  files: readonly [RobotsTxt, RobotsTxt],
  audiences: readonly (readonly Crawler[])[],
  groups: NamedGroups,
): FoundChanges<RecordChange> {
  const site = files.map((file) => file.otherRecords.filter(isSiteWide));
  const siteChanges = changesBetween(site[0], site[1]).map((change) => ({
    ...change,
    productTokens: [],
  }));
  const common = new CommonChanges<RecordChange>();
  const values = (records: readonly RecordValue[]) => records.map(({ value }) => value);
  const undecided: (readonly string[])[] = [];
  // Only a file in which thousands of crawlers share thousands of records exhausts it.
  const budget = new Budget(4 * PART_STEPS);
  for (const crawlers of audiences) {
    const [before, after] = groups.groupsFor(crawlers[0]);
    if (hasSameTexts(before, after)) continue;
    const steps = [...before, ...after].reduce((sum, { otherRecords }) => sum + otherRecords.length, 0);
    const tokens = crawlers.map(crawlerName);
    if (!budget.spend(steps)) {
      undecided.push(tokens);
      continue;
    }
    const groupRecords = [before, after].map((groupsOfFile) =>
      groupsOfFile.flatMap(({ otherRecords }) => otherRecords.filter((record) => !isSiteWide(record))),
    );
    for (const change of [
      ...changesBetween(groupRecords[0], groupRecords[1]),
      ...reorderedDelay(groupRecords[0], groupRecords[1]),
    ]) {
      const key = JSON.stringify([change.field, values(change.removed), values(change.added)]);
      common.add(key, { ...change, productTokens: tokens });
    }
  }
  return { changes: [...siteChanges, ...common.all()], undecided };
}

/**
 * Returns what labels state without restricting anything, where it differs: that a group names them, and their allow rules. For
 * other crawlers, these change nothing that they may fetch.
 */
export function labelChanges(groups: NamedGroups, labels: readonly string[]): FoundChanges<RecordChange> {
  const changes: RecordChange[] = [];
  const undecided: (readonly string[])[] = [];
  // Only a file in which thousands of labels share thousands of rules exhausts it.
  const budget = new Budget(4 * PART_STEPS);
  for (const label of labels) {
    const [before, after] = groups.groupsFor(label);
    if (before.length === after.length && groups.agreeOn(label)) continue;
    const steps = [...before, ...after].reduce((sum, { rules }) => sum + rules.length, 1);
    if (!budget.spend(steps)) {
      undecided.push([label]);
      continue;
    }
    const [statedBefore, statedAfter] = [before, after].map((groupsOfFile) =>
      groupsOfFile.flatMap((group) => statementsOf(label, group)),
    );
    for (const change of changesBetween(statedBefore, statedAfter)) {
      changes.push({ ...change, productTokens: [label] });
    }
  }
  return { changes, undecided };
}

function statementsOf(label: string, { userAgentRecords, rules }: Group): readonly NamedValue[] {
  return [
    { name: 'user-agent', value: label, line: userAgentRecords[0].line },
    ...rules
      .filter(({ kind, usable }) => kind === 'allow' && usable)
      .map(({ pattern, line }) => ({ name: 'allow', value: pattern, line })),
  ];
}

/** Returns the comments that were added or removed. No crawler reads them. */
export function commentChanges(files: readonly [RobotsTxt, RobotsTxt]): readonly RecordChange[] {
  const comments = files.map(({ records }) =>
    records.flatMap(({ comment, line }) => (comment === undefined ? [] : [{ name: 'comment', value: comment.text, line }])),
  );
  return changesBetween(comments[0], comments[1]).map((change) => ({
    ...change,
    productTokens: [],
  }));
}

type NamedValue = Pick<OtherRecord, 'name' | 'value' | 'line'>;
type FieldChange = Omit<RecordChange, 'productTokens'>;

function isSiteWide({ field, name, groupIndex }: OtherRecord): boolean {
  return groupIndex === undefined || isSiteField(field, name);
}

/** The order and repetition of records are ignored. */
function changesBetween(before: readonly NamedValue[], after: readonly NamedValue[]): readonly FieldChange[] {
  const [fieldsBefore, fieldsAfter] = [before, after].map((records) =>
    groupBy(
      records.filter(({ value }) => value !== ''),
      ({ name }) => name.toLowerCase(),
    ),
  );
  return [...new Set([...fieldsBefore.keys(), ...fieldsAfter.keys()])].flatMap((field): FieldChange[] => {
    const removed = missingIn(fieldsAfter.get(field), fieldsBefore.get(field));
    const added = missingIn(fieldsBefore.get(field), fieldsAfter.get(field));
    return removed.length + added.length === 0 ? [] : [{ field, removed, added }];
  });
}

/** Returns the values of `records` that are not in `base`, each once. */
function missingIn(base: readonly NamedValue[] = [], records: readonly NamedValue[] = []): readonly RecordValue[] {
  const known = new Set(base.map(({ value }) => value));
  return records.flatMap(({ value, line }) => {
    if (known.has(value)) return [];
    known.add(value);
    return { value, line };
  });
}

/** Of several crawl delays, the first valid one applies. */
function reorderedDelay(before: readonly OtherRecord[], after: readonly OtherRecord[]): readonly FieldChange[] {
  const [delaysBefore, delaysAfter] = [before, after].map((records) =>
    records.filter(({ field, value }) => field === 'crawl-delay' && value !== ''),
  );
  if (missingIn(delaysBefore, delaysAfter).length + missingIn(delaysAfter, delaysBefore).length > 0) return [];
  const [firstBefore, firstAfter] = [delaysBefore, delaysAfter].map((delays) =>
    delays.find(({ value }) => parseDelay(value) !== undefined),
  );
  if (firstBefore === undefined || firstAfter === undefined || firstBefore.value === firstAfter.value) return [];
  const [removed, added] = [firstBefore, firstAfter].map(({ value, line }) => [{ value, line }]);
  return [{ field: 'crawl-delay', removed, added }];
}

const recordsText = memoizeByObject(({ otherRecords }: Group) =>
  JSON.stringify(otherRecords.map(({ name, value }) => [name, value])),
);

function hasSameTexts(before: readonly Group[], after: readonly Group[]): boolean {
  return before.length === after.length && before.every((group, index) => recordsText(group) === recordsText(after[index]));
}
