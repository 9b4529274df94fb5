/** Checks for paths that probably do not mean what their author intended. */

import type { Dialect } from '../../dialect/dialect.js';
import { canonicalPattern, LAST_ASCII } from '../../match/canonical.js';
import { exceedsQueryStars, MAX_QUERY_STARS } from '../../match/pattern-forms.js';
import { escapedByte, escapeOf } from '../../match/percent.js';
import { PERCENT } from '../../util/bytes.js';
import { lineCheck, pathCheck, quoted, RULES } from './check.js';
import type { Line, TextEdit } from './line.js';
import { mistakeIn } from './path-mistakes.js';

const URL_START = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;
/**
 * Syntax found only in regular expressions: an anchor, a segment `.*`, escapes, classes or alternatives. Bounded
 * repetition keeps matching linear.
 */
const REGULAR_EXPRESSION = /^\^|.\/\.\*|\\[.dwsDWS*$+?()/[\]-]|\[[^\]\s]{1,16}-[^\]\s]{1,16}\]|\([^)|]{0,64}\|[^)]{0,64}\)/;
/** A segment that the URL Standard removes from every target, before the first `*` or `?`. */
const REMOVED_SEGMENT = /^[^*?]*?\/(?:\.|%2e){1,2}\//i;

/** Matches every target, or nearly every one. Nobody means to exclude only the rest. */
const WHOLE_SITE = /^[/*]*\$?$/;

export const ruleOutsideGroup = lineCheck({
  code: 'rule-outside-group',
  severity: 'error',
  clause: 'RFC 9309 2.2.1',
  title: 'Rule outside a group',
  description: 'No user-agent line precedes the rule.',
  kinds: RULES,
  find: ({ groupIndex }) =>
    groupIndex === undefined && 'No user-agent line precedes this rule, so crawlers ignore it. Add one, such as "User-agent: *".',
});

export const urlAsPath = pathCheck({
  code: 'url-as-path',
  severity: 'error',
  title: 'URL instead of a path',
  description: 'The path is a complete URL.',
  find: (path, { file }) => {
    const [origin] = URL_START.exec(path) ?? [];
    if (origin === undefined || isPath(path, file.tables.dialect)) return undefined;
    const meant = path.slice(origin.length);
    const write = meant.startsWith('/') ? meant : `/${meant}`;
    // Such a path would block or allow all of this host, although the rule may be about another one.
    const advice = WHOLE_SITE.test(meant) ? '' : ` If it is about this host, write ${quoted(write)}.`;
    return `${quoted(path)} is not a path, so crawlers ignore this rule. Rules for another host belong in that host's own robots.txt.${advice}`;
  },
});

export const unusablePath = pathCheck({
  code: 'unusable-path',
  severity: 'error',
  title: 'Path without leading slash',
  description: 'The path does not start with "/".',
  find: (path, { file }) =>
    !isPath(path, file.tables.dialect) &&
    !URL_START.test(path) &&
    `${quoted(path)} does not start with "/", so this rule matches nothing. ${correctionOf(path)}`,
});

/** Words for nothing or everything. A slash in front of one would block or allow URLs that nobody meant. */
const NO_PATH = /^(?:none|nothing|null|n\/?a|no|yes|false|true|all|any|everything|-+)$/i;

/** Never suggests a path that covers the whole site. */
function correctionOf(written: string): string {
  const unquoted = written.trim().replace(SECOND_COLON, '').replace(QUOTES, '$1');
  const meant = meantPath(unquoted);
  if (REGULAR_EXPRESSION.test(meant)) return 'Crawlers do not support regular expressions: only "*" and a final "$" are special.';
  return NO_PATH.test(unquoted) || WHOLE_SITE.test(meant)
    ? 'Write a path that starts with "/", or leave the value empty to match nothing.'
    : `Did you mean ${quoted(meant)}?`;
}

const DOMAIN = /^(?:www\.[^/\s]+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu|io|de|uk|jp|tr))(?=\/)/i;
/** Of a line such as `Disallow:: /admin/`. */
const SECOND_COLON = /^:+\s*/;
const QUOTES = /^["'`\u2018\u201c\u201e](.*)["'`\u2018\u2019\u201c\u201d]$/;
/** An extension or a query, which rarely starts a target. */
const ENDING = /^(?:\.\w+\$?$|\?)/;

function meantPath(unquoted: string): string {
  const plain = /^(?:\^|\.[*+]|\\\.)/.test(unquoted) ? withWildcards(unquoted) : unquoted;
  const path = plain
    .replaceAll(/\\\/?/g, '/')
    .replace(DOMAIN, '')
    .replace(/^\.+(?=\/)/, '');
  if (ENDING.test(path)) return `/*${path}`;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Returns the path-pattern that a simple regular expression stands for. */
function withWildcards(expression: string): string {
  return expression
    .replace(/^\^|\.[*+]\$?$/g, '')
    .replaceAll(/\.[*+]/g, '*')
    .replaceAll('\\.', '.');
}

export const starWithoutSlash = pathCheck({
  code: 'star-without-slash',
  severity: 'info',
  fixable: true,
  title: 'Path starts with *',
  description: 'The path is "*", which some crawlers ignore. The fix writes "/".',
  find: (path, line) =>
    isSingleStar(line) &&
    isPath(path, line.file.tables.dialect) && {
      message: `${quoted(path)} starts with "*". Some crawlers ignore paths that do not start with "/". For the others, it applies to every URL.`,
      fix: fixedValue(line),
    },
});

export const wildcardAsItself = pathCheck({
  code: 'wildcard-as-itself',
  title: 'Literal wildcard',
  description: '"*" and "$" are not wildcards in this dialect.',
  find: (path, { file: { tables } }) => {
    if (tables.dialect.wildcards || !isPath(path, tables.dialect)) return undefined;
    return (
      (path.includes('*') || path.endsWith('$')) &&
      `"*" and "$" are not wildcards in this dialect. ${quoted(path)} matches only URLs that contain them literally.`
    );
  },
});

export const dollarNotLast = pathCheck({
  code: 'dollar-not-last',
  title: '$ before the end',
  description: 'A "$" that is not the last character is literal.',
  // No fix: Google's parser matches "%24" only literally.
  find: (path, { file }) =>
    file.tables.dialect.wildcards &&
    path.slice(0, -1).includes('$') &&
    `"$" marks the end of a URL only as the last character. In ${quoted(path)} it is an ordinary character.`,
});

export const tooManyStars = pathCheck({
  code: 'too-many-stars',
  title: 'Too many wildcards',
  description: `More than ${MAX_QUERY_STARS} "*" precede an escape such as "%2F", so the path may not match all URLs.`,
  find: (path, { bytes, valueStart, valueEnd, file: { tables } }) =>
    path.includes('%') &&
    exceedsQueryStars(canonicalPattern(bytes, valueStart, valueEnd, tables), tables) &&
    `More than ${MAX_QUERY_STARS} "*" in ${quoted(path)} precede an escape. Only the first ${MAX_QUERY_STARS} can match the "?" of a URL, so the rule may miss URLs. Use fewer "*".`,
});

export const regularExpression = pathCheck({
  code: 'regular-expression',
  title: 'Regular expression',
  description: 'The path looks like a regular expression.',
  find: (path, { file }) =>
    // Other paths are reported as unusable.
    isPath(path, file.tables.dialect) &&
    REGULAR_EXPRESSION.test(path) &&
    `${quoted(path)} looks like a regular expression, which crawlers do not support. Only "*" and a final "$" are special.`,
});

/** Paths that match only unusual URLs, and what their authors usually mean. */
const UNLIKELY = [
  [
    /^\/\.(?:aspx?|cgi|css|csv|docx?|gif|html?|jpe?g|js|json|jsp|pdf|php|png|pptx?|svg|txt|xlsx?|xml|zip)\$?$/i,
    'URLs that start with it',
    (path: string) => `/*${path.slice(1)}`,
  ],
  [/^\/\/+[^/*?$]/, 'URLs that start with two slashes', (path: string) => path.replace(/^\/+/, '/')],
  [/^\/\?\**$/, 'the home page with a query', () => '/*?'],
  [/%25[\da-f]{2}/i, 'URLs that are escaped twice', (path: string) => path.replaceAll(/%25(?=[\da-f]{2})/gi, '%')],
  [/^[^*]*\*.*&\$$/, 'URLs that end with "&"', (path: string) => path.slice(0, -2)],
] as const;

export const unlikelyPath = pathCheck({
  code: 'unlikely-path',
  title: 'Unlikely path',
  description: 'The path matches only unusual URLs, such as those that start with two slashes or are escaped twice.',
  find: (path, { file }) => {
    if (!file.tables.dialect.wildcards) return undefined;
    const [, matches, meant] = UNLIKELY.find(([pattern]) => pattern.test(path)) ?? [];
    return meant && `${quoted(path)} matches only ${matches}. Did you mean ${quoted(meant(path))}?`;
  },
});

export const hashInPath = lineCheck({
  code: 'hash-in-path',
  about: 'comment',
  title: '# in a path',
  description: 'A "#" directly after the path starts a comment.',
  kinds: RULES,
  find: (line) => {
    if (!line.hasComment || line.value === '') return undefined;
    // The value excludes trailing white space, so a comment without white space before it starts where the value ends.
    const { value, comment } = line.record;
    return (
      value?.span.end === comment?.span.start &&
      '"#" starts a comment, so the path ends before it. If "#" is part of the path, write "%23".'
    );
  },
});

export const dotSegment = pathCheck({
  code: 'dot-segment',
  title: 'Dot segment',
  description: 'The path contains a "." or ".." segment, which clients remove from URLs.',
  find: (path, { file }) =>
    file.tables.dialect.urlStandardTargets &&
    REMOVED_SEGMENT.test(path) &&
    `${quoted(path)} contains a "." or ".." segment. Clients remove these from URLs, so this rule matches nothing. Remove the segment.`,
});

export const unencodedBytes = pathCheck({
  code: 'unencoded-bytes',
  severity: 'info',
  fixable: true,
  title: 'Not percent-encoded',
  description: 'The path contains characters that are percent-encoded in URLs.',
  find: (path, line) => {
    if (!hasUnencodedBytes(line) || !isPath(path, line.file.tables.dialect)) return undefined;
    if (mistakeIn(path) !== undefined) return undefined;
    return {
      message: `${quoted(path)} contains characters that are percent-encoded in URLs. Write them as %XX.`,
      fix: fixedValue(line),
    };
  },
});

/** Returns whether the rule can match anything. Targets start with `/` in every dialect. */
function isPath(path: string, { wildcards, patternStarts }: Dialect): boolean {
  const [first] = path;
  if (patternStarts !== null && !patternStarts.includes(first)) return false;
  return first === '/' || (wildcards && first === '*');
}

function hasUnencodedBytes(line: Line): boolean {
  for (let at = line.valueStart; at < line.valueEnd; at++) if (isUnencoded(line, at)) return true;
  return false;
}

/** Returns whether URLs must escape the byte (RFC 3986 2) and the dialect treats it like its escape. */
function isUnencoded({ bytes, valueEnd, file }: Line, at: number): boolean {
  if (file.tables.patternForm.encodes[bytes[at]] === 0) return false;
  const startsEscape = at + 2 < valueEnd && escapedByte(bytes[at + 1], bytes[at + 2]) >= 0;
  return bytes[at] !== PERCENT || !startsEscape;
}

/**
 * Returns the edit to a spelling that all crawlers understand and that is equal in this dialect: escapes bytes and replaces
 * a lone `*` by `/`. Undefined if nothing changes, or if the rule would become too long.
 */
export function fixedValue(line: Line): TextEdit | undefined {
  const { value, bytes, valueStart, valueEnd } = line;
  if (!RULES.includes(line.kind)) return undefined;
  if (isSingleStar(line)) return line.replace('value', '/');
  // White space may also separate two paths.
  if (/[ \t\v\f]/.test(value) || mistakeIn(value) !== undefined) return undefined;
  let fixed = '';
  for (let at = valueStart; at < valueEnd; at++) {
    if (isUnencoded(line, at)) fixed += escapeOf(bytes[at]);
    // A byte that this dialect does not encode may be part of a multibyte character.
    else if (bytes[at] > LAST_ASCII) return undefined;
    else fixed += String.fromCharCode(bytes[at]);
  }
  const isTooLong = fixed.length > line.file.tables.dialect.maxRuleCharacters;
  return fixed === value || isTooLong ? undefined : line.replace('value', fixed);
}

function isSingleStar({ value, file }: Line): boolean {
  return value === '*' && file.tables.dialect.wildcards;
}
