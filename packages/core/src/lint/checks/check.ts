/** What a check is, and helpers that checks share. */
import type { Audience, Audiences } from '../../analysis/audience.js';
import { isLabel } from '../../file/label.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { AppliedGroup, Rule } from '../../match/verdict.js';
import type { Budget } from '../../prover/budget.js';
import type { RecordKind, RobotsTxtRecord } from '../../syntax/record.js';
import type { Span } from '../../syntax/span.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import type { Line, TextEdit } from './line.js';

export type Severity = 'error' | 'warning' | 'info';

/** What the registry of diagnostics says about a check. */
export interface CheckFacts<Code extends string = string, Clause extends string = string> {
  readonly code: Code;
  /** The subject: a line or a part of it, the groups of a file, the effect of its rules, or the whole file. */
  readonly about: 'line' | 'field' | 'value' | 'comment' | 'group' | 'rule' | 'file';
  /** The default severity; a finding can override it. */
  readonly severity: Severity;
  /** The clause or source. */
  readonly clause: Clause;
  /** Whether a finding may have a fix (default: false). */
  readonly fixable?: boolean;
  /** A noun phrase in English. */
  readonly title: string;
  /** One or two sentences in English. */
  readonly description: string;
}

/** What is wrong on a line. */
interface Finding {
  /** One to three sentences: what is wrong, why it matters and what to do. */
  readonly message: string;
  readonly severity?: Severity | undefined;
  readonly fix?: TextEdit | undefined;
}

/** What is wrong somewhere in a file. */
export interface FileFinding extends Finding {
  readonly span: Span;
  readonly clause?: string;
  /** Other locations that the message mentions, such as the rules that cover this one. */
  readonly related?: readonly Span[];
  /** An example target, confirmed by the matcher. */
  readonly witness?: string;
}

export interface LineCheck<Code extends string = string, Clause extends string = string> extends CheckFacts<Code, Clause> {
  /** The subject of the message, and the location of its span. */
  readonly about: 'line' | 'field' | 'value' | 'comment';
  /** The kinds of line that it applies to (default: all). */
  readonly kinds?: readonly RecordKind[];
  /** Returns what is wrong, or its message alone; a falsy value if nothing is. */
  readonly find: (line: Line) => LineFinding;
}

export type LineFinding = Finding | string | false | undefined;

/** A check of a whole file; pure except for the budget. */
export interface FileCheck<Code extends string = string, Clause extends string = string> extends CheckFacts<Code, Clause> {
  readonly about: 'group' | 'rule' | 'file';
  readonly find: (context: FileContext) => Iterable<FileFinding>;
}

/** A check without the members that have a default: the severity, and those of its constructor. */
type CheckInput<Check extends CheckFacts, Default extends keyof Check = never> = Omit<Check, 'severity' | Default> &
  Partial<Pick<Check, 'severity' | Default>>;

/** A check of single lines. */
export function lineCheck<const Code extends string, const Clause extends string = 'RFC 9309 2.2'>(
  check: CheckInput<LineCheck<Code, Clause>, 'about' | 'clause'>,
): LineCheck<Code, Clause> {
  return { severity: 'warning', about: 'line', clause: 'RFC 9309 2.2' as Clause, ...check };
}

/** A check of a whole file. */
export function fileCheck<const Code extends string, const Clause extends string>(
  check: CheckInput<FileCheck<Code, Clause>, 'about'>,
): FileCheck<Code, Clause> {
  return { severity: 'warning', about: 'file', ...check };
}

/** A check of groups. */
export function groupCheck<const Code extends string, const Clause extends string = 'RFC 9309 2.2.1'>(
  check: CheckInput<FileCheck<Code, Clause>, 'about' | 'clause'>,
): FileCheck<Code, Clause> {
  return fileCheck({ about: 'group', clause: 'RFC 9309 2.2.1' as Clause, ...check });
}

/** A check of the effect of rules. */
export function ruleCheck<const Code extends string, const Clause extends string = 'RFC 9309 2.2.2'>(
  check: CheckInput<FileCheck<Code, Clause>, 'about' | 'clause'>,
): FileCheck<Code, Clause> {
  return fileCheck({ about: 'rule', clause: 'RFC 9309 2.2.2' as Clause, ...check });
}

export const RULES: readonly RecordKind[] = ['allow', 'disallow'];

type PathCheck<Code extends string, Clause extends string> = Omit<
  CheckInput<LineCheck<Code, Clause>, 'clause'>,
  'about' | 'kinds' | 'find'
> & { readonly find: (path: string, line: Line) => LineFinding };

/** A check of paths that are not empty. */
export function pathCheck<const Code extends string, const Clause extends string = 'RFC 9309 2.2.2'>({
  find,
  ...facts
}: PathCheck<Code, Clause>): LineCheck<Code, Clause> {
  return lineCheck({
    clause: 'RFC 9309 2.2.2' as Clause,
    ...facts,
    about: 'value',
    kinds: RULES,
    find: (line) => line.value !== '' && find(line.value, line),
  });
}

/** A file, its audiences and the budget of its checks. */
export interface FileContext {
  readonly robotsTxt: RobotsTxt;
  readonly audiences: Audiences;
  readonly budget: Budget;
  /** Records that the budget ran out: for which crawlers and for which rules, if known. */
  readonly leaveUndecided: (audience?: Pick<Audience, 'tokens'>, rules?: readonly Pick<Rule, 'line'>[]) => void;
  /** URLs of style sheets and scripts that the site's pages need. */
  readonly assets: readonly (string | URL)[];
  /** The URL of the file, if known. */
  readonly url: string | URL | undefined;
}

const LONGEST_QUOTE = 60;

/** Invisible characters: format characters, including bidirectional ones, and spaces other than U+0020. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu;

/** Quotes text from the file for a message, truncated, with invisible characters escaped. */
export function quoted(text: string, longest = LONGEST_QUOTE): string {
  const shortened = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return JSON.stringify(shortened).replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Longer example URLs are truncated in messages; `witness` has the whole one. */
const LONGEST_EXAMPLE = 200;

/** Quotes an example URL for a message. */
export function exampleInWords(witness: string): string {
  return quoted(witness, LONGEST_EXAMPLE);
}

export function writtenValue({ value }: RobotsTxtRecord): string {
  return value?.text ?? '';
}

export const LINE_BREAK = /\r\n?|\n/;

/** Returns the line end to insert: that of the first line. */
export function lineEndOf({ robotsTxt }: FileContext): string {
  return LINE_BREAK.exec(robotsTxt.text)?.[0] ?? '\n';
}

/** The position before the first byte. */
export const START_OF_FILE: Span = { start: 0, end: 0, line: 1, column: 1, endColumn: 1 };

/** Returns the records on these lines in a single walk. Creates no objects for other lines. */
export function recordsOn(robotsTxt: RobotsTxt, lines: Iterable<number>): ReadonlyMap<number, RobotsTxtRecord> {
  const wanted = new Set(lines);
  const records = new Map<number, RobotsTxtRecord>();
  if (wanted.size === 0) return records;
  const walk = robotsTxt.walk();
  for (let line = 1; walk.next(); line++) if (wanted.has(line)) records.set(line, walk.record());
  return records;
}

const userAgentSpans = memoizeByObject(({ groups }: RobotsTxt): ReadonlyMap<number, Span> => {
  const records = groups.flatMap(({ userAgentRecords }) => userAgentRecords);
  return new Map(records.map((record) => [record.line, spanOf(record)]));
});

/** Returns the span of the first product token of a group. */
export function userAgentSpan(robotsTxt: RobotsTxt, { userAgentLines }: AppliedGroup): Span {
  return userAgentSpans(robotsTxt).get(userAgentLines[0]) ?? START_OF_FILE;
}

/** Compares product tokens, which ignore case. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function isNamed({ tokens }: Audience, name: string): boolean {
  return tokens.some((token) => isSameName(token, name));
}

/** Returns whether only labels name the groups of the audience, so that no crawler follows them. */
export function isOfLabels({ tokens }: Audience): boolean {
  return tokens.every(isLabel);
}

/** Returns the audience with a group for the product token. */
export function audienceOf(token: string, { audiences }: FileContext): Audience | undefined {
  return audiences.all.find((audience) => isNamed(audience, token));
}

export function spanOf(record: RobotsTxtRecord): Span {
  return (record.value ?? record).span;
}

export function restricts({ kind, usable }: Rule): boolean {
  return kind === 'disallow' && usable;
}

/** Returns whether a fix can write the path elsewhere. Bytes that are not UTF-8 are U+FFFD in its text. */
export function isWritable({ pattern }: Rule): boolean {
  return !pattern.includes('\uFFFD');
}

/** Formats items for a message: `a, b and c`; `a, b and others` if there are more than `limit`. */
export function listInWords(items: readonly (string | number)[], { conjunction = 'and', limit = items.length } = {}): string {
  const words = items.length > limit ? [...items.slice(0, limit), 'others'] : items;
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** Formats names from the file or of crawlers for a message: `"a", "b" and "c"`. */
export function namesInWords(names: readonly string[], options?: Parameters<typeof listInWords>[1]): string {
  return listInWords(
    names.map((name) => quoted(name)),
    options,
  );
}

/** Formats lines for a message: `line 3`, `lines 3, 5 and 7`. */
export function linesInWords(rules: readonly { readonly line: number }[]): string {
  const lines = [...new Set(rules.map(({ line }) => line))].sort((a, b) => a - b);
  return `${lines.length === 1 ? 'line' : 'lines'} ${listInWords(lines, { limit: 5 })}`;
}

export function ruleInWords({ kind, pattern }: Rule): string {
  const title = kind === 'allow' ? 'Allow' : 'Disallow';
  return quoted(`${title}: ${pattern}`, title.length + 2 + LONGEST_QUOTE);
}

/** Returns the edit that removes a record but keeps its comment. */
export function removal({ span, comment }: RobotsTxtRecord): TextEdit {
  if (comment === undefined) return { span, replacement: '' };
  const { start, column } = comment.span;
  return { span: { ...span, end: start, endColumn: column }, replacement: '' };
}
