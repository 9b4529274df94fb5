/** Statements of a site owner about uses of content, with their sources, and the lines of a robots.txt that contain them. */

import { compileDialect } from '../dialect/compiled-dialect.js';
import { bodyOf } from '../file/internal.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import type { AppliedGroup } from '../match/verdict.js';
import { RecordReader } from '../syntax/record.js';
import { isBlank } from '../syntax/record-cursor.js';
import type { Span } from '../syntax/span.js';
import { COMMA } from '../util/bytes.js';
import { memoizeByObject } from '../util/memoize-by-object.js';

/** `yes`: the use is welcome. `no`: it is not. `unstated`: the mechanism states neither. */
export type PreferenceValue = 'yes' | 'no' | 'unstated';

/** What states a preference. */
export type PreferenceSource =
  /** A line of the robots.txt: the text and position of its value. */
  | {
      readonly in: 'robots.txt';
      readonly line: number;
      readonly span: Span;
      readonly text: string;
      /** The path at the start of a Content-Signal line, which then applies to matching URLs only. */
      readonly scope?: string;
      readonly extension?: true;
    }
  /** A response header: its name and its values, joined with a comma. */
  | {
      readonly in: 'header';
      readonly name: string;
      readonly text: string;
      /** Present if no document defines this form of the mechanism. */
      readonly extension?: true;
    }
  /** An element in the head of the page: its name, and its content or target. */
  | { readonly in: 'html'; readonly name: 'meta' | 'link'; readonly text: string }
  /** A rule of /.well-known/tdmrep.json: its index, from 0, and its location. */
  | { readonly in: 'tdmrep.json'; readonly index: number; readonly text: string };

export interface PreferenceStatement {
  readonly value: 'yes' | 'no';
  readonly source: PreferenceSource;
}

/** The preference for one category. If statements differ, `no` prevails. */
export interface Preference {
  readonly value: PreferenceValue;
  /** Everything that states a value for the category, in order. */
  readonly statements: readonly PreferenceStatement[];
}

/** Why a part of a line, header or file was ignored. */
export type IgnoredReason =
  | 'invalid-syntax'
  | 'invalid-value'
  | 'unknown-label'
  | 'earlier-label'
  | 'outside-group'
  | 'not-absolute';

/** Text that states no preference, although it looks like one. */
export interface IgnoredPreference {
  readonly reason: IgnoredReason;
  /** The part that is ignored. */
  readonly text: string;
  readonly source: PreferenceSource;
}

/** Returns the preference for some statements: `no` over `yes` over `unstated` (draft-ietf-aipref-vocab 5.1). */
export function combine(statements: readonly PreferenceStatement[]): Preference {
  const value = statements.some((statement) => statement.value === 'no') ? 'no' : 'yes';
  return { value: statements.length === 0 ? 'unstated' : value, statements };
}

/** Limits memory: a line of 50 KB can have 12,500 ignored parts, each with the text of the line as its source. */
const MAX_IGNORED = 100;
const LONGEST_SOURCE = 1000;

/** The ignored text of a mechanism. */
export interface IgnoredPreferences {
  /** At most 100 entries. The text of a source is cut after 1,000 characters. */
  readonly ignored: readonly IgnoredPreference[];
  /** Number of entries that `ignored` omits. */
  readonly omitted?: number;
}

/** Collects the statements for a fixed list of categories. */
export class Statements<Category extends string> {
  readonly #ignored: IgnoredPreference[] = [];
  #omitted = 0;
  readonly #statements: Map<string, PreferenceStatement[]>;

  constructor(categories: readonly Category[]) {
    this.#statements = new Map(categories.map((category) => [category, []]));
  }

  add(category: string, value: 'yes' | 'no', source: PreferenceSource): void {
    const statements = this.#statements.get(category) ?? [];
    // A line may repeat a statement any number of times.
    const isRepeated = statements.slice(-2).some((statement) => statement.source === source && statement.value === value);
    if (!isRepeated) statements.push({ value, source });
  }

  ignore(reason: IgnoredReason, text: string, source: PreferenceSource): void {
    if (this.#ignored.length === MAX_IGNORED) this.#omitted += 1;
    else this.#ignored.push({ reason, text, source: shortened(source) });
  }

  get ignored(): IgnoredPreferences {
    return {
      ignored: this.#ignored,
      ...(this.#omitted > 0 && { omitted: this.#omitted }),
    };
  }

  get categories(): Readonly<Record<Category, Preference>> {
    return Object.fromEntries(
      Array.from(this.#statements, ([category, statements]) => [category, combine(statements)]),
    ) as Record<Category, Preference>;
  }
}

function shortened(source: PreferenceSource): PreferenceSource {
  const { text } = source;
  return text.length > LONGEST_SOURCE ? { ...source, text: `${text.slice(0, LONGEST_SOURCE)}…` } : source;
}

/** A content-usage, content-signal or license line. */
export interface PreferenceLine {
  readonly field: 'content-usage' | 'content-signal' | 'license';
  readonly source: PreferenceSource & { readonly in: 'robots.txt' };
  /** The offsets of the value in the bytes of the body, and of the first space or tab in it. */
  readonly start: number;
  readonly pathEnd: number;
}

/** The lines of a file that state preferences. */
interface PreferenceLines {
  /** The lines of each group, and those before any group. */
  readonly ofGroup: ReadonlyMap<number | undefined, readonly PreferenceLine[]>;
  /** The group of each user-agent line. */
  readonly groupOf: ReadonlyMap<number, number | undefined>;
}

/** Reads the lines once per file. Linear in the body. */
export const preferenceLines = memoizeByObject((robotsTxt: RobotsTxt): PreferenceLines => {
  const reader = new RecordReader(bodyOf(robotsTxt), compileDialect(robotsTxt.dialect));
  const ofGroup = new Map<number | undefined, PreferenceLine[]>();
  const groupOf = new Map<number, number | undefined>();
  while (reader.next()) {
    const { kind, groupIndex, bytes, valueStart: start, valueEnd: end } = reader;
    if (kind === 'user-agent') groupOf.set(reader.cursor.line, groupIndex);
    if (kind !== 'content-usage' && kind !== 'content-signal' && kind !== 'license') continue;
    const { line, value } = reader.record();
    if (value === undefined) continue;
    let pathEnd = start;
    while (pathEnd < end && !isBlank(bytes[pathEnd])) pathEnd++;
    // Some files end the path of a Content-Signal line with a comma. No document defines such paths.
    if (kind === 'content-signal') while (bytes[pathEnd - 1] === COMMA) pathEnd--;
    const lines = ofGroup.get(groupIndex) ?? [];
    ofGroup.set(groupIndex, lines);
    lines.push({
      field: kind,
      source: { in: 'robots.txt', line, span: value.span, text: value.text },
      start,
      pathEnd,
    });
  }
  return { ofGroup, groupOf };
});

/** Returns the lines of a field in the groups that apply to a crawler, and those before any group. */
export function linesFor(
  robotsTxt: RobotsTxt,
  group: AppliedGroup | undefined,
  field: PreferenceLine['field'],
): { readonly inGroups: PreferenceLine[]; readonly outside: PreferenceLine[] } {
  const { ofGroup, groupOf } = preferenceLines(robotsTxt);
  const linesIn = (index: number | undefined) => (ofGroup.get(index) ?? []).filter((line) => line.field === field);
  const groups = new Set(group?.userAgentLines.map((line) => groupOf.get(line)));
  groups.delete(undefined);
  return { inGroups: Array.from(groups).flatMap(linesIn), outside: linesIn(undefined) };
}
