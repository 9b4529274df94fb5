/**
 * The four dialects as plain data: each is one column of the protocol's table of differences.
 * No other file asks for a dialect's name; they read these properties.
 */
import { GOOGLE_MAX_LINE_BYTES } from './limits.js';

export type DialectName = 'rfc9309' | 'draft-koster-rep-00' | 'google' | 'koster1996';

/** Fields whose records are known; everything else is `unknown`. */
export type FieldName =
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'sitemap'
  | 'crawl-delay'
  | 'request-rate'
  | 'visit-time'
  | 'host'
  | 'clean-param'
  | 'noindex'
  | 'content-signal'
  | 'content-usage'
  | 'license';

/** A set of bytes: those of some ASCII characters, or all but these. */
export type ByteSet = { readonly only: string } | { readonly allBut: string };

/** How the bytes of a pattern or a target are put into canonical form before they are compared. */
export interface CanonicalForm {
  /** Printable ASCII characters that are written as %XX. */
  readonly encode: string;
  /** Whether controls, space and non-ASCII bytes are written as %XX. */
  readonly encodeNonGraphic: 'all' | 'non-ascii' | 'none';
  /** Bytes whose escapes are decoded. */
  readonly decode: ByteSet;
  /** Characters whose escapes are decoded as well once a literal `?` has been passed. */
  readonly decodeInQuery: string;
  /** Whether the hex digits of an escape that stays are written in upper case. */
  readonly upperCaseEscapes: boolean;
  /** Whether a `%` that starts no escape becomes %25. */
  readonly encodeStrayPercent: boolean;
}

export interface Dialect {
  /** For people to read; nothing depends on it. */
  readonly name: string;
  /** Which byte-order marks are understood: the UTF-8 one and both of UTF-16, or the UTF-8 one even in part. */
  readonly byteOrderMarks: 'utf-8-and-utf-16' | 'utf-8-or-prefix';
  /** Bytes of a line that count; what follows them on the line is dropped. */
  readonly maxLineBytes: number;
  /** Whether a NUL ends the line. */
  readonly nulEndsLine: boolean;
  /** The ASCII characters that are white space around fields and values. */
  readonly whiteSpace: string;
  /** Names of fields in lower case, slips included. */
  readonly fieldNames: Readonly<Record<FieldName, readonly string[]>>;
  /** Fields for which it is enough that the line begins with one of the names (`Allowance:` is Allow). */
  readonly fieldsByPrefix: readonly FieldName[];
  /** What becomes of a line of exactly two words without a colon. */
  readonly missingColon: 'accepted' | 'ignored';
  /** The bytes of a product token; their longest leading run on a user-agent line is the name. */
  readonly productToken: ByteSet;
  /** Whether all the groups of a name are merged or only the first one applies; the same for the groups of `*`. */
  readonly groups: { readonly named: 'merged' | 'first'; readonly star: 'merged' | 'first' };
  /** Whether a blank line ends a group. */
  readonly blankLineEndsGroup: boolean;
  /** The characters with which a path-pattern may begin; `null` where anything is one. */
  readonly patternStarts: string | null;
  /** An empty pattern matches nothing, or matches everything with priority 0 and restricts nothing. */
  readonly emptyPattern: 'matches-nothing' | 'priority-zero';
  /** Whether `*` and a last `$` are special. */
  readonly wildcards: boolean;
  /** Whether a literal `*` or `$` of the target, and a `$` of the pattern that is not last, are written as %XX. */
  readonly escapeLiteralWildcards: boolean;
  readonly patternForm: CanonicalForm;
  readonly targetForm: CanonicalForm;
  /** The part of a URL that is compared. */
  readonly target: 'path-and-query' | 'path' | 'google-parser';
  /**
   * Whether targets are read as the URL Standard does, so that the verdict is for the URL that a client would request:
   * dot segments and backslashes are resolved, tabs and line ends dropped.
   */
  readonly urlStandardTargets: boolean;
  /** Which of the rules that match wins. */
  readonly precedence: 'most-bytes' | 'first-in-file';
  /** Whether `/robots.txt` is allowed whatever the rules say. */
  readonly robotsTxtAllowed: boolean;
  /** Whether `Allow: …/index.htm…` also allows the folder itself. */
  readonly indexAllowsFolder: boolean;
  /** Whether the product token of a question is checked and a version cut off, or compared as it is given. */
  readonly productTokenInput: 'checked' | 'as-given';
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
/** RFC 3986 2.3. */
const UNRESERVED = `${LETTERS}${DIGITS}-._~`;
/** Reserved bytes that never delimit anything in the path or query of an http URL; clients spell them both ways. */
const NEVER_DELIMITERS = ":@[]!'()";

const otherFields = {
  'crawl-delay': ['crawl-delay'],
  'request-rate': ['request-rate'],
  'visit-time': ['visit-time'],
  host: ['host'],
  'clean-param': ['clean-param'],
  noindex: ['noindex'],
  'content-signal': ['content-signal'],
  'content-usage': ['content-usage'],
  license: ['license'],
} as const;

/**
 * RFC 9309 2.2.2, completed: both sides are brought to one spelling of every byte. It asks for reserved bytes to be
 * compared in one form; those that often delimit (`+ , ; = &`) stay different from their escapes.
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
  nulEndsLine: false,
  whiteSpace: ' \t',
  fieldNames: {
    'user-agent': ['user-agent', 'useragent', 'user agent', 'user_agent'],
    allow: ['allow'],
    disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'desallow'],
    sitemap: ['sitemap', 'site-map'],
    ...otherFields,
  },
  fieldsByPrefix: [],
  missingColon: 'accepted',
  productToken: { only: `${LETTERS}${DIGITS}_-.` },
  groups: { named: 'merged', star: 'merged' },
  blankLineEndsGroup: false,
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

/** draft-koster-rep-00, the draft RFC 9309 grew from: "the first group with a user-agent line with a "*" value" (2.2.1). */
const draftKosterRep00: Dialect = {
  ...rfc9309,
  name: 'draft-koster-rep-00',
  groups: { named: 'merged', star: 'first' },
};

/** Google's published reading and its open-source parser. */
const google: Dialect = {
  name: 'google',
  byteOrderMarks: 'utf-8-or-prefix',
  maxLineBytes: GOOGLE_MAX_LINE_BYTES,
  nulEndsLine: true,
  whiteSpace: ' \t\v\f',
  fieldNames: {
    'user-agent': ['user-agent', 'useragent', 'user agent'],
    allow: ['allow'],
    disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
    sitemap: ['sitemap', 'site-map'],
    ...otherFields,
  },
  fieldsByPrefix: ['user-agent', 'allow', 'disallow', 'sitemap'],
  missingColon: 'accepted',
  productToken: { only: `${LETTERS}_-` },
  groups: { named: 'merged', star: 'merged' },
  blankLineEndsGroup: false,
  patternStarts: null,
  emptyPattern: 'priority-zero',
  wildcards: true,
  escapeLiteralWildcards: false,
  patternForm: {
    encode: '',
    encodeNonGraphic: 'non-ascii',
    decode: { only: '' },
    decodeInQuery: '',
    upperCaseEscapes: true,
    encodeStrayPercent: false,
  },
  targetForm: {
    encode: '',
    encodeNonGraphic: 'none',
    decode: { only: '' },
    decodeInQuery: '',
    upperCaseEscapes: false,
    encodeStrayPercent: false,
  },
  target: 'google-parser',
  urlStandardTargets: false,
  precedence: 'most-bytes',
  robotsTxtAllowed: false,
  indexAllowsFolder: true,
  productTokenInput: 'as-given',
};

/**
 * 1996 draft 3.2.2: a %xx byte "is unencoded prior to comparison, unless it is the "/" character".
 * `%` itself and what is not graphic ASCII are written as %XX again, so that `%252F` and `%2F` stay apart.
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
  fieldNames: {
    'user-agent': ['user-agent'],
    allow: ['allow'],
    disallow: ['disallow'],
    sitemap: ['sitemap'],
    ...otherFields,
  },
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

/** The dialects by name; `rfc9309` is the default. Derive one's own with `{ ...dialects.google, name: 'mine', … }`. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  rfc9309,
  'draft-koster-rep-00': draftKosterRep00,
  google,
  koster1996,
};
