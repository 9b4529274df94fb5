/** Finds the usage preferences that an edit changes, with an example URL for each. */

import { type Crawler, crawlerName } from '../file/crawler.js';
import { matcherFor, type RobotsTxt } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import type { Rule } from '../match/verdict.js';
import { applyingLines, hasPath, pathOf, readAipref } from '../preferences/aipref.js';
import { type ContentUse, readContentSignals } from '../preferences/signals-and-licenses.js';
import { linesFor, type PreferenceLine, type PreferenceValue, preferenceLines } from '../preferences/statements.js';
import { aiprefVocabularies } from '../preferences/vocabularies.js';
import { Budget, PART_STEPS } from '../prover/budget.js';
import { CommonChanges, type FoundChanges, ORIGIN, targetFor } from './audience.js';

/** A preference that differs for URLs that both files allow. */
export interface PreferenceChange {
  /** The crawlers for which the preference changes in the same way, in the order compared. */
  readonly productTokens: readonly string[];
  readonly mechanism: 'aipref' | 'contentSignals';
  /** Such as `train-ai` for `aipref`, and `ai-train` or `use` for `contentSignals`. */
  readonly category: string;
  readonly before: PreferenceValue | ContentUse;
  readonly after: PreferenceValue | ContentUse;
  /** An example target. */
  readonly witness: string;
}

/** Paths and rules for which targets are compared, for each audience. */
const MAX_COMPARED_PATTERNS = 100;

/** Compares the preferences of audiences: lists of crawlers that the same groups apply to. */
export function preferenceChanges(
  files: readonly [RobotsTxt, RobotsTxt],
  audiences: readonly (readonly Crawler[])[],
): FoundChanges<PreferenceChange> {
  if (files.every((file) => preferenceLines(file).ofGroup.size === 0)) {
    return { changes: [], undecided: [] };
  }
  const common = new CommonChanges<PreferenceChange>();
  const undecided: (readonly string[])[] = [];
  // Only a hostile file exhausts it.
  const budget = new Budget(8 * PART_STEPS);
  for (const crawlers of audiences) {
    const tokens = crawlers.map(crawlerName);
    const sides = files.map((file): FileSide => {
      const matcher = matcherFor(file, crawlers[0]);
      const usage = linesFor(file, matcher.group, 'content-usage').inGroups;
      const signals = linesFor(file, matcher.group, 'content-signal').inGroups;
      return { file, matcher, usage, signals };
    });
    const lines = sides.flatMap(({ usage, signals }) => [...usage, ...signals]);
    if (lines.length === 0) continue;
    const rules = sides.flatMap(({ matcher }) => matcher.rules);
    /** By what changes; the first witness is kept. */
    const changes = new Map<string, Omit<PreferenceChange, 'productTokens'>>();
    for (const witness of comparedTargets(lines, rules)) {
      if (!budget.spend(rules.length + lines.length)) {
        undecided.push(tokens);
        break;
      }
      const url = ORIGIN + witness;
      if (!sides.every(({ matcher }) => matcher.isAllowed(url))) continue;
      const [valuesBefore, valuesAfter] = sides.map((side) => valuesOn(url, side));
      valuesBefore.forEach(({ value: before, ...about }, index) => {
        const change = { ...about, before, after: valuesAfter[index].value };
        const key = JSON.stringify(change);
        if (before !== change.after && !changes.has(key)) changes.set(key, { ...change, witness });
      });
      if (!lines.some(({ source }) => hasPath(source.text))) break;
    }
    for (const change of changes.values()) common.add(JSON.stringify(change), { productTokens: tokens, ...change });
  }
  return { changes: common.all(), undecided };
}

/** Returns a target for all paths, and two for each path of a line and each rule: with empty stars and with text in them. */
function comparedTargets(lines: readonly PreferenceLine[], rules: readonly Rule[]): Iterable<string> {
  const paths = lines.flatMap(({ source }) => pathOf(source.text) ?? []);
  const patterns = rules.flatMap(({ usable, canonicalPattern }) => (usable ? canonicalPattern : []));
  const compared = [...paths, ...patterns].slice(0, MAX_COMPARED_PATTERNS);
  return new Set(['/', ...compared.flatMap((pattern) => [targetFor(pattern), targetFor(pattern, 'x')])]);
}

/** One file as a crawler reads it. */
interface FileSide {
  readonly file: RobotsTxt;
  readonly matcher: Matcher;
  readonly usage: readonly PreferenceLine[];
  readonly signals: readonly PreferenceLine[];
}

/** Returns the values on a URL, in an order that all files have in common. */
function valuesOn(url: string, { file, usage, signals }: FileSide) {
  const stated = readContentSignals([...applyingLines(file, url, signals).keys()], []);
  const { categories } = readAipref(file, url, usage, undefined, aiprefVocabularies['vocab-08']);
  const use: ContentUse | 'unstated' = stated.use?.value ?? 'unstated';
  return [
    ...Object.entries(categories).map(([category, { value }]) => {
      return { mechanism: 'aipref' as const, category, value };
    }),
    ...Object.entries(stated.categories).map(([category, { value }]) => {
      return { mechanism: 'contentSignals' as const, category, value };
    }),
    { mechanism: 'contentSignals' as const, category: 'use', value: use },
  ];
}
