/** Parsers that interpret files differently: the dialects of current crawlers, and libraries that read one group per name. */

import { type Dialect, dialects } from '../../dialect/dialect.js';
import { MIN_PARSING_LIMIT_BYTES } from '../../dialect/limits.js';
import { bodyOf } from '../../file/internal.js';
import { parseRobotsTxt, type RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import type { Severity } from './check.js';
import { byLowerCase, GOOGLE_TOKENS, YANDEX_TOKENS } from './crawler-names.js';

export interface OtherParser {
  /** A name for messages: "blocked by …". */
  readonly label: string;
  /** The clause or source of the difference. */
  readonly clause: string;
  /** How much a disagreement with it matters (default: warning). */
  readonly severity?: Severity;
  /** Example URLs to report: several can show several causes. */
  readonly examples: number;
  /** A sentence that says what it reads differently and how to write a file that it reads alike. */
  readonly advice?: string;
  /** Returns whether crawlers with the product token interpret files that way. */
  readonly isUsedBy: (token: string) => boolean;
  /** Parses the file that way; undefined if the result cannot differ. */
  readonly parse: (robotsTxt: RobotsTxt) => RobotsTxt | undefined;
}

/**
 * Creates a parser that differs only in dialect properties. Differences about `/robots.txt` itself do not count.
 * @param mayMatter returns whether the difference can change a verdict of the file; a cheap test that can avoid a proof
 */
function parserWith(
  label: string,
  clause: string,
  change: Partial<Dialect>,
  {
    mayMatter = () => true,
    isUsedBy = () => true,
    examples = 5,
    ...texts
  }: {
    readonly mayMatter?: (robotsTxt: RobotsTxt, other: RobotsTxt) => boolean;
    readonly isUsedBy?: OtherParser['isUsedBy'];
    readonly severity?: Severity;
    readonly examples?: number;
    readonly advice?: string;
  } = {},
): OtherParser {
  // Reuses dialect objects, because tables are built once per object.
  const changedDialect = memoizeByObject((dialect: Dialect): Dialect | undefined => {
    const { name, robotsTxtAllowed } = dialect;
    const changed = { ...dialect, ...change, name, robotsTxtAllowed };
    return JSON.stringify(changed) === JSON.stringify(dialect) ? undefined : changed;
  });
  const parse = memoizeByObject((robotsTxt: RobotsTxt) => {
    const dialect = changedDialect(robotsTxt.dialect);
    if (dialect === undefined) return undefined;
    const otherFile = reparsed(robotsTxt, bodyOf(robotsTxt).wholeSource(), dialect);
    return mayMatter(robotsTxt, otherFile) ? otherFile : undefined;
  });
  return { label, clause, examples, isUsedBy, parse, ...texts };
}

/** Product tokens ignore case. */
function namesTwice({ groups }: RobotsTxt): boolean {
  const names = groups.flatMap(({ productTokens }) => [
    ...new Set(productTokens.map((token) => token.toLowerCase())),
  ]);
  return new Set(names).size < names.length;
}

const GOOGLE_NAMES = byLowerCase(GOOGLE_TOKENS);
const YANDEX_NAMES = byLowerCase(YANDEX_TOKENS);

function isGoogleToken(token: string): boolean {
  return GOOGLE_NAMES.has(token.toLowerCase());
}

function isYandexToken(token: string): boolean {
  return YANDEX_NAMES.has(token.toLowerCase());
}

/** Whether the rules belong to other groups, or one of several groups for `*` counts. */
function hasOtherGroups(robotsTxt: RobotsTxt, other: RobotsTxt): boolean {
  const stars = other.groups.filter(({ productTokens }) => productTokens.includes(STAR_TOKEN));
  return stars.length > 1 || groupsOf(robotsTxt) !== groupsOf(other);
}

/** Returns the groups that have rules, as text. */
function groupsOf({ groups }: RobotsTxt): string {
  const parts = groups.map(({ productTokens, rules }) => [
    productTokens,
    rules.map(({ line, usable }) => (usable ? line : -line)),
  ]);
  return JSON.stringify(parts);
}

/** Compared only where a file has groups that nobody wrote by hand. */
export const FIRST_GROUPS = parserWith(
  'libraries that apply only the first group per name',
  '1996 draft 3.2.1',
  { groups: { named: 'first', star: 'first' } },
  { mayMatter: namesTwice },
);

export const OTHER_PARSERS: readonly OtherParser[] = [
  parserWith('parsers that follow RFC 9309', 'RFC 9309 2.2', dialects.rfc9309, {
    isUsedBy: (token) => !isGoogleToken(token) && !isYandexToken(token),
  }),
  parserWith("Google's parser", "Google's parser", dialects.google, {
    isUsedBy: (token) => token === STAR_TOKEN || isGoogleToken(token),
  }),
  parserWith("Yandex's robots", "Yandex's documentation", dialects.yandex, {
    mayMatter: hasOtherGroups,
    isUsedBy: (token) => token === STAR_TOKEN || isYandexToken(token),
    severity: 'info',
    // The same advice holds for all.
    examples: 1,
    advice:
      'They end a group at an empty line, and apply only the first group for "*". Remove empty lines within groups, and write one group for "*".',
  }),
];

/** Parses another body of the same file. */
export function reparsed({ truncated }: RobotsTxt, body: Uint8Array, dialect: Dialect): RobotsTxt {
  // Keeps a raised parsing limit.
  const isOverDefault = !truncated && body.length > MIN_PARSING_LIMIT_BYTES;
  return parseRobotsTxt(body, { dialect, ...(isOverDefault && { maxBytes: body.length }) });
}
