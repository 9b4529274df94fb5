/** AIPREF: content-usage lines and the Content-Usage header (draft-ietf-aipref-attach, draft-ietf-aipref-vocab). */
import { compileDialect } from '../dialect/compiled-dialect.js';
import type { Dialect, DialectName } from '../dialect/dialect.js';
import { bodyOf } from '../file/internal.js';
import { type RobotsTxt, readDialect } from '../file/robots-txt.js';
import { fieldValues, parseDictionary, type ResponseHeaders } from '../http/structured-fields.js';
import { RuleList } from '../match/rule-list.js';
import { readTarget } from '../match/target.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import {
  type IgnoredPreferences,
  type Preference,
  type PreferenceLine,
  type PreferenceSource,
  Statements,
} from './statements.js';
import { type AiprefVocabulary, aiprefAttachment, type MechanismVersion, versionOf } from './vocabularies.js';

const derived = memoizeByObject((base: Dialect): Dialect => {
  return { ...base, name: `${base.name} with aipref`, contentUsageIsRule: true };
});

/**
 * Returns a dialect in which a content-usage line is a rule, as in draft-ietf-aipref-attach-05 section 3: it ends a run
 * of user-agent lines, so the next user-agent line starts a group. Under RFC 9309 2.2.4 it is an other record and does not
 * end a run, so the two interpretations can give different verdicts. Equal arguments return the same object.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { aiprefDialect } from '@repkit/core/preferences';
 *
 * const text = 'User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nDisallow: /';
 * parseRobotsTxt(text).isAllowed('https://example.com/', 'a'); // false
 * parseRobotsTxt(text, { dialect: aiprefDialect() }).isAllowed('https://example.com/', 'a'); // true
 * ```
 */
export function aiprefDialect(dialect: DialectName | Dialect = 'rfc9309'): Dialect {
  const base = readDialect(dialect);
  return base.contentUsageIsRule ? base : derived(base);
}

export interface AiprefPreferences extends IgnoredPreferences {
  readonly attachment: MechanismVersion;
  readonly vocabulary: MechanismVersion;
  /** By label, such as `train-ai`. */
  readonly categories: Readonly<Record<string, Preference>>;
}

export function readAipref(
  robotsTxt: RobotsTxt,
  url: string | URL,
  lines: readonly PreferenceLine[],
  headers: ResponseHeaders | undefined,
  vocabulary: AiprefVocabulary,
): AiprefPreferences {
  const statements = new Statements(vocabulary.labels);
  for (const { source } of decidingLines(robotsTxt, url, lines)) {
    state(statements, [withoutPath(source.text)], source, vocabulary);
  }
  const values = fieldValues(headers, 'content-usage');
  if (values.length > 0) {
    const source = { in: 'header', name: 'Content-Usage', text: values.join(', ') } as const;
    state(statements, values, source, vocabulary);
  }
  const { categories, ignored } = statements;
  return {
    attachment: aiprefAttachment,
    vocabulary: versionOf(vocabulary),
    categories,
    ...ignored,
  };
}

/**
 * Returns the lines with the longest matching path, several if their paths are equally long. A line without a path matches
 * everything, with length 0.
 */
export function decidingLines(robotsTxt: RobotsTxt, url: string | URL, lines: readonly PreferenceLine[]): PreferenceLine[] {
  const applying = applyingLines(robotsTxt, url, lines);
  const longest = [...applying.values()].reduce((a, b) => Math.max(a, b), 0);
  return [...applying].flatMap(([line, length]) => (length === longest ? line : []));
}

/** Returns the lines whose path matches, with the length of the path: first those without a path, with length 0. */
export function applyingLines(
  robotsTxt: RobotsTxt,
  url: string | URL,
  lines: readonly PreferenceLine[],
): ReadonlyMap<PreferenceLine, number> {
  const applying = new Map<PreferenceLine, number>();
  for (const line of lines) if (!hasPath(line.source.text)) applying.set(line, 0);
  const withPath = lines.filter(({ source }) => hasPath(source.text));
  if (withPath.length === 0) return applying;
  const tables = compileDialect(robotsTxt.dialect);
  const rules = withPath.flatMap(({ start, pathEnd, source }) => [start, pathEnd, source.line * 2]);
  const list = new RuleList(bodyOf(robotsTxt), tables, rules);
  list.eachMatching(readTarget(url, tables), (rule, length) => {
    applying.set(withPath[rule], length);
  });
  return applying;
}

/** Returns the path at the start of a value; undefined if the value applies to every path. */
export function pathOf(value: string): string | undefined {
  return /^\/[^ \t]*/.exec(value)?.[0];
}

export function hasPath(value: string): boolean {
  return value.startsWith('/');
}

export function withoutPath(value: string): string {
  return value.replace(/^\/[^ \t]*[ \t]*/, '');
}

/** Adds the statements of a dictionary (draft-ietf-aipref-vocab 6.5). */
function state(
  statements: Statements<string>,
  values: readonly string[],
  source: PreferenceSource,
  { labels, earlierLabels }: AiprefVocabulary,
): void {
  const dictionary = parseDictionary(values);
  if (dictionary === undefined) {
    statements.ignore('invalid-syntax', values.join(', '), source);
    return;
  }
  for (const [label, { item }] of dictionary) {
    const token = 'type' in item && item.type === 'token' ? item.value : undefined;
    if (!labels.includes(label)) {
      const isEarlier = earlierLabels.includes(label);
      statements.ignore(isEarlier ? 'earlier-label' : 'unknown-label', label, source);
    } else if (token === 'y' || token === 'n') {
      statements.add(label, token === 'y' ? 'yes' : 'no', source);
    } else statements.ignore('invalid-value', label, source);
  }
}
