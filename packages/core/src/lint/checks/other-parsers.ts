/** Parsers that interpret files differently: the dialects of current crawlers, and libraries that read one group per name. */

import { type Dialect, dialects } from '../../dialect/dialect.js';
import { MIN_PARSING_LIMIT_BYTES, YANDEX_MAX_RULE_CHARACTERS, YANDEX_MAX_RULES } from '../../dialect/limits.js';
import { bodyOf } from '../../file/internal.js';
import { parseRobotsTxt, type RobotsTxt } from '../../file/robots-txt.js';
import { STAR_TOKEN } from '../../match/token-input.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import type { Severity } from './check.js';
import { byLowerCase, GOOGLE_TOKENS, YANDEX_TOKENS } from './crawler-names.js';

export interface OtherParser {
  /** A name for messages such as "blocked by …". */
  readonly label: string;
  /** The clause or source of the difference. */
  readonly clause: string;
  /** How much a disagreement with it matters (default: warning). */
  readonly severity?: Severity;
  /** How many example URLs to report. Several can show several causes. */
  readonly examples: number;
  /** Sentences that say what it interprets differently, and how to avoid the difference. */
  readonly advice?: string;
  /** Returns whether crawlers with the product token interpret files that way. */
  readonly isUsedBy: (token: string) => boolean;
  /** Parses the file that way; undefined if the result cannot differ. */
  readonly parse: (robotsTxt: RobotsTxt) => RobotsTxt | undefined;
}

/**
 * Creates a parser that differs only in dialect properties. Ignores differences about `/robots.txt` itself.
 * @param mayMatter a cheap test whether the difference can change a verdict of the file, to avoid a proof
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
  // Reuse dialect objects, because tables are built once per object.
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

/** Returns whether two groups name the same product token, ignoring case. */
function namesTwice({ groups }: RobotsTxt): boolean {
  const names = groups.flatMap(({ productTokens }) => [...new Set(productTokens.map((token) => token.toLowerCase()))]);
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

/** Returns whether rules belong to different groups in the two files, or whether there are several groups for `*`. */
function hasOtherGroups(robotsTxt: RobotsTxt, other: RobotsTxt): boolean {
  const stars = other.groups.filter(({ productTokens }) => productTokens.includes(STAR_TOKEN));
  return stars.length > 1 || groupsOf(robotsTxt) !== groupsOf(other);
}

/** Returns a string that is equal for files whose groups have the same names and rules. */
function groupsOf({ groups }: RobotsTxt): string {
  const parts = groups.map(({ productTokens, rules }) => [
    productTokens,
    rules.map(({ line, usable }) => (usable ? line : -line)),
  ]);
  return JSON.stringify(parts);
}

/** Compared only if a file has groups that nobody wrote by hand. */
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
    // The advice is the same for all examples.
    examples: 1,
    advice: `Yandex's robots end a group at an empty line, apply only the first group for "*", and read at most ${YANDEX_MAX_RULES} rules of ${YANDEX_MAX_RULE_CHARACTERS} characters. Remove empty lines within groups, write one group for "*", and shorten what exceeds a limit.`,
  }),
];

/** Parses another body of the same file. */
export function reparsed({ truncated }: RobotsTxt, body: Uint8Array, dialect: Dialect): RobotsTxt {
  // Keep a raised parsing limit.
  const isOverDefault = !truncated && body.length > MIN_PARSING_LIMIT_BYTES;
  return parseRobotsTxt(body, { dialect, ...(isOverDefault && { maxBytes: body.length }) });
}
