/**
 * The five dialects as plain data: one for each column of the table of dialects, and Yandex's. Other code reads these
 * properties and never checks a dialect's name.
 *
 * To add a dialect: spread the nearest one, change what differs with the clause or source of each difference, and add its name
 * to `DialectName` and `dialects`. A difference that no property describes becomes a property of every dialect, used in one
 * stage. Add conformance cases, extend the naive reference of the tests from the source, and add a column to docs/dialects.md.
 * `test:all` lists the other places that name dialects.
 */
import { GOOGLE_MAX_LINE_BYTES, YANDEX_MAX_RULE_CHARACTERS, YANDEX_MAX_RULES } from './limits.js';

export type DialectName = 'rfc9309' | 'draft-koster-rep-00' | 'google' | 'koster1996' | 'yandex';

/**
 * Known fields; all others are `unknown`. To add a field, add its name to the end, because codes are positions in this list.
 * It must not change the group of the next line, unless its source says so. Add conformance cases: in a group, outside any
 * group, and between a user-agent line and a rule.
 */
export const FIELD_NAMES = [
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'request-rate',
  'visit-time',
  'host',
  'clean-param',
  'noindex',
  'content-signal',
  'content-usage',
  'license',
] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

/** A set of bytes: the given ASCII characters, or all bytes except them. */
export type ByteSet = { readonly only: string } | { readonly allBut: string };

/** How a pattern or target is brought into canonical form for comparison. */
export interface CanonicalForm {
  /** Printable ASCII characters to write as %XX. */
  readonly encode: string;
  /** Whether controls, space and non-ASCII bytes are written as %XX. */
  readonly encodeNonGraphic: 'all' | 'non-ascii' | 'none';
  /** Bytes to decode from their escapes; never `*` and `$` if they are wildcards. */
  readonly decode: ByteSet;
  /** Additional characters to decode after the first literal `?`. */
  readonly decodeInQuery: string;
  /** Whether the hex digits of remaining escapes are written in upper case. */
  readonly upperCaseEscapes: boolean;
  /** Whether a `%` that does not start an escape becomes %25. */
  readonly encodeStrayPercent: boolean;
}

export interface Dialect {
  /** For display only. */
  readonly name: string;
  /** The byte-order marks to skip: UTF-8 and both of UTF-16, or UTF-8 even if incomplete. */
  readonly byteOrderMarks: 'utf-8-and-utf-16' | 'utf-8-or-prefix';
  /** Maximum bytes read per line. */
  readonly maxLineBytes: number;
  /** Maximum allow and disallow lines read per file; the file ends after the last of them. */
  readonly maxRules: number;
  /** Maximum characters of a path-pattern; a longer rule is ignored. */
  readonly maxRuleCharacters: number;
  /** Whether a NUL ends the line. */
  readonly nulEndsLine: boolean;
  /** ASCII characters that count as white space around fields and values. */
  readonly whiteSpace: string;
  /** Names of fields in lower case, including accepted misspellings. */
  readonly fieldNames: Readonly<Record<FieldName, readonly string[]>>;
  /** Fields that match by prefix (`Allowance:` is Allow). */
  readonly fieldsByPrefix: readonly FieldName[];
  /** How to treat a line of exactly two words without a colon. */
  readonly missingColon: 'accepted' | 'ignored';
  /** The bytes of a product token; the name is the longest leading run on a user-agent line. */
  readonly productToken: ByteSet;
  /** Whether several groups for one name are merged or only the first applies; likewise for `*`. */
  readonly groups: { readonly named: 'merged' | 'first'; readonly star: 'merged' | 'first' };
  /** Whether a blank line ends a group. */
  readonly blankLineEndsGroup: boolean;
  /** Whether a content-usage line ends a run of user-agent lines, like a rule (draft-ietf-aipref-attach-05 section 3). */
  readonly contentUsageIsRule: boolean;
  /** The characters that may start a path-pattern; `null` accepts any. */
  readonly patternStarts: string | null;
  /** Whether an empty pattern matches nothing, or matches everything with priority 0 and restricts nothing. */
  readonly emptyPattern: 'matches-nothing' | 'priority-zero';
  /** Whether `*` and a final `$` are special. */
  readonly wildcards: boolean;
  /** Whether a literal `*` or `$` in the target, and one that is not a wildcard in the pattern, are written as %XX. */
  readonly escapeLiteralWildcards: boolean;
  readonly patternForm: CanonicalForm;
  readonly targetForm: CanonicalForm;
  /** The part of a URL to compare. */
  readonly target: 'path-and-query' | 'path' | 'google-parser';
  /**
   * Whether targets are normalized like in the URL Standard, so that the verdict applies to the URL that a client
   * requests: resolves dot segments and backslashes, drops tabs and line ends.
   */
  readonly urlStandardTargets: boolean;
  /** Which matching rule wins. */
  readonly precedence: 'most-bytes' | 'first-in-file';
  /** Whether `/robots.txt` is always allowed. */
  readonly robotsTxtAllowed: boolean;
  /** Whether `Allow: …/index.htm…` also allows the folder. */
  readonly indexAllowsFolder: boolean;
  /** Whether a product token passed by the caller is validated and stripped of its version, or compared as given. */
  readonly productTokenInput: 'checked' | 'as-given';
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
/** RFC 3986 2.3. */
const UNRESERVED = `${LETTERS}${DIGITS}-._~`;
/** Reserved bytes that never delimit anything in the path or query of an http URL; clients use both spellings. */
const NEVER_DELIMITERS = ":@[]!'()";

/** The fields by their names alone. */
const withoutMisspellings = Object.fromEntries(FIELD_NAMES.map((name) => [name, [name]])) as unknown as Dialect['fieldNames'];

/**
 * Completes RFC 9309 2.2.2 so that each byte has one spelling. The RFC compares reserved bytes in one form; common
 * delimiters (`+ , ; = &`) remain distinct from their escapes.
 */
const rfcForm: CanonicalForm = {
  encode: '"<>\\^`{|}',
  encodeNonGraphic: 'all',
  decode: { only: UNRESERVED + NEVER_DELIMITERS },
  decodeInQuery: '/?',
  upperCaseEscapes: true,
  encodeStrayPercent: true,
};

const rfc9309: Dialect = {
  name: 'rfc9309',
  byteOrderMarks: 'utf-8-and-utf-16',
  maxLineBytes: Number.POSITIVE_INFINITY,
  maxRules: Number.POSITIVE_INFINITY,
  maxRuleCharacters: Number.POSITIVE_INFINITY,
  nulEndsLine: false,
  whiteSpace: ' \t',
  fieldNames: {
    ...withoutMisspellings,
    'user-agent': ['user-agent', 'useragent', 'user agent', 'user_agent'],
    disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'desallow'],
    sitemap: ['sitemap', 'site-map'],
  },
  fieldsByPrefix: [],
  missingColon: 'accepted',
  productToken: { only: `${LETTERS}${DIGITS}_-.` },
  groups: { named: 'merged', star: 'merged' },
  blankLineEndsGroup: false,
  contentUsageIsRule: false,
  patternStarts: '/*',
  emptyPattern: 'matches-nothing',
  wildcards: true,
  escapeLiteralWildcards: true,
  patternForm: rfcForm,
  targetForm: rfcForm,
  target: 'path-and-query',
  urlStandardTargets: true,
  precedence: 'most-bytes',
  robotsTxtAllowed: true,
  indexAllowsFolder: false,
  productTokenInput: 'checked',
};

/**
 * draft-koster-rep-00, the predecessor of RFC 9309: "the first group with a user-agent line with a "*" value" (2.2.1).
 */
const draftKosterRep00: Dialect = {
  ...rfc9309,
  name: 'draft-koster-rep-00',
  groups: { named: 'merged', star: 'first' },
};

/** Google's parser compares targets byte for byte. */
const asWritten: CanonicalForm = {
  encode: '',
  encodeNonGraphic: 'none',
  decode: { only: '' },
  decodeInQuery: '',
  upperCaseEscapes: false,
  encodeStrayPercent: false,
};

/** Google's documentation and open-source parser. */
const google: Dialect = {
  ...rfc9309,
  name: 'google',
  byteOrderMarks: 'utf-8-or-prefix',
  maxLineBytes: GOOGLE_MAX_LINE_BYTES,
  nulEndsLine: true,
  whiteSpace: ' \t\v\f',
  fieldNames: {
    ...withoutMisspellings,
    'user-agent': ['user-agent', 'useragent', 'user agent'],
    disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
    sitemap: ['sitemap', 'site-map'],
  },
  fieldsByPrefix: ['user-agent', 'allow', 'disallow', 'sitemap'],
  productToken: { only: `${LETTERS}_-` },
  patternStarts: null,
  emptyPattern: 'priority-zero',
  escapeLiteralWildcards: false,
  patternForm: { ...asWritten, encodeNonGraphic: 'non-ascii', upperCaseEscapes: true },
  targetForm: asWritten,
  target: 'google-parser',
  urlStandardTargets: false,
  robotsTxtAllowed: false,
  indexAllowsFolder: true,
  productTokenInput: 'as-given',
};

/**
 * 1996 draft 3.2.2: a %xx byte "is unencoded prior to comparison, unless it is the "/" character". `%` and non-graphic
 * bytes are encoded again, so that `%252F` and `%2F` remain distinct.
 */
const koster1996Form: CanonicalForm = {
  encode: '',
  encodeNonGraphic: 'all',
  decode: { allBut: '/%' },
  decodeInQuery: '',
  upperCaseEscapes: true,
  encodeStrayPercent: true,
};

/** Koster's draft of November 1996. */
const koster1996: Dialect = {
  ...rfc9309,
  name: 'koster1996',
  fieldNames: withoutMisspellings,
  missingColon: 'ignored',
  productToken: { allBut: ' \t/' },
  groups: { named: 'first', star: 'first' },
  blankLineEndsGroup: true,
  patternStarts: '/',
  wildcards: false,
  escapeLiteralWildcards: false,
  patternForm: koster1996Form,
  targetForm: koster1996Form,
  target: 'path',
  urlStandardTargets: false,
  precedence: 'first-in-file',
  robotsTxtAllowed: false,
};

/**
 * Yandex's help for webmasters, checked on 2026-11-28. No empty lines between User-agent, Disallow and Allow
 * (yandex.com/support/webmaster/en/robot-workings/allow-disallow); one `User-agent: *`, and at most 2,048 rules of 1,024
 * characters (yandex.com/support/webmaster/en/error-dictionary/robots-txt). The pages call what exceeds them an error and
 * do not say what a robot then does: here it ignores the later group, the later rules and the longer rule.
 */
const yandex: Dialect = {
  ...rfc9309,
  name: 'yandex',
  maxRules: YANDEX_MAX_RULES,
  maxRuleCharacters: YANDEX_MAX_RULE_CHARACTERS,
  groups: { named: 'merged', star: 'first' },
  blankLineEndsGroup: true,
};

/**
 * The dialects by name; the default is `rfc9309`. Derive a custom one with `{ ...dialects.google, name: 'mine', … }`.
 */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  rfc9309,
  'draft-koster-rep-00': draftKosterRep00,
  google,
  koster1996,
  yandex,
};
