/**
 * Parses a body into groups, one row of the table of dialects after another. Slow and literal; the differences between
 * dialects are deliberately written out a second time.
 */
import type { DialectName } from '../../src/dialect/dialect.js';
import type { RuleKind } from '../../src/match/verdict.js';
import { asciiLowerCase, latin1OfBytes, latin1OfText } from './bytes.js';

export interface NaiveRule {
  readonly kind: RuleKind;
  /** As written, in octets. */
  readonly pattern: string;
  readonly line: number;
}

export interface NaiveGroup {
  /** In lower case; an empty name stands for a user-agent line without a token. */
  readonly names: string[];
  /** The line of each name. */
  readonly userAgentLines: number[];
  readonly rules: NaiveRule[];
}

const PARSING_LIMIT = 512_000;
const GOOGLE_LINE_BYTES = 16_663;
const YANDEX_RULES = 2048;

/** Row 1: decodes UTF-16 and writes it as UTF-8. */
function withoutByteOrderMark(octets: string, dialect: DialectName): string {
  if (dialect === 'google') {
    for (const mark of ['\xEF\xBB\xBF', '\xEF\xBB', '\xEF']) {
      if (octets.startsWith(mark)) return octets.slice(mark.length);
    }
    return octets;
  }
  if (octets.startsWith('\xEF\xBB\xBF')) return octets.slice(3);
  if (octets.startsWith('\xFF\xFE')) return latin1OfText(utf16(octets.slice(2), 1, 0));
  if (octets.startsWith('\xFE\xFF')) return latin1OfText(utf16(octets.slice(2), 0, 1));
  return octets;
}

function utf16(octets: string, high: number, low: number): string {
  let text = '';
  for (let at = 0; at < octets.length; at += 2) {
    // Half a code unit at the end is not a character.
    if (at + 1 === octets.length) return `${text}\uFFFD`;
    text += String.fromCharCode(octets.charCodeAt(at + high) * 256 + octets.charCodeAt(at + low));
  }
  return text;
}

/**
 * Row 25: ignores content beyond the limit and drops the line that the limit cuts. A line is complete if only its end
 * is beyond the limit.
 */
function withinLimit(body: string, maxBytes: number, dialect: DialectName): string {
  const octets = withoutByteOrderMark(body.slice(0, maxBytes), dialect);
  if (body.length <= maxBytes) return octets;
  const next = withoutByteOrderMark(body.slice(0, maxBytes + 2), dialect).charAt(octets.length);
  if (next === '\r' || next === '\n') return octets;
  return octets.slice(0, Math.max(octets.lastIndexOf('\r'), octets.lastIndexOf('\n')) + 1);
}

/** Row 3. */
function splitLines(octets: string): string[] {
  return octets.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
}

/** Row 6. */
function strip(text: string, dialect: DialectName): string {
  const whiteSpace = dialect === 'google' ? ' \t\v\f' : ' \t';
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.includes(text[start])) start++;
  while (end > start && whiteSpace.includes(text[end - 1])) end--;
  return text.slice(start, end);
}

interface FieldAndValue {
  readonly field: string;
  readonly value: string;
}

/** Rows 7 and 9; `undefined` if the line is not a record. */
function readRecord(line: string, dialect: DialectName): FieldAndValue | undefined {
  const content = strip(line.split('#')[0], dialect);
  const colon = content.indexOf(':');
  if (colon !== -1) {
    const field = strip(content.slice(0, colon), dialect);
    if (field === '') return undefined;
    return { field, value: strip(content.slice(colon + 1), dialect) };
  }
  if (dialect === 'koster1996') return undefined;
  const words = content.split(/[ \t]+/);
  if (words.length !== 2) return undefined;
  const [field, value] = words.map((word) => strip(word, dialect));
  return { field, value };
}

type Kind = RuleKind | 'user-agent' | 'other';

const RFC_DISALLOW = ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'desallow'];
const GOOGLE_DISALLOW = RFC_DISALLOW.slice(0, -1);

/** Row 8. */
function kindOf(field: string, dialect: DialectName): Kind {
  const name = asciiLowerCase(field);
  if (dialect === 'google') {
    const begins = (names: string[]) => names.some((known) => name.startsWith(known));
    if (begins(['user-agent', 'useragent', 'user agent'])) return 'user-agent';
    if (begins(['allow'])) return 'allow';
    if (begins(GOOGLE_DISALLOW)) return 'disallow';
    return 'other';
  }
  if (dialect === 'koster1996') {
    return name === 'user-agent' || name === 'allow' || name === 'disallow' ? name : 'other';
  }
  if (['user-agent', 'useragent', 'user agent', 'user_agent'].includes(name)) return 'user-agent';
  if (name === 'allow') return 'allow';
  if (RFC_DISALLOW.includes(name)) return 'disallow';
  return 'other';
}

/** Row 10. */
function nameOf(value: string, dialect: DialectName): string {
  if (dialect === 'koster1996') return asciiLowerCase(value.split(/[ \t/]/)[0]);
  const star = dialect === 'google' ? /^\*(?:[ \t\v\f]|$)/ : /^\*(?:[ \t]|$)/;
  if (star.test(value)) return '*';
  const run = dialect === 'google' ? /^[A-Za-z_-]*/ : /^[A-Za-z0-9_.-]*/;
  return asciiLowerCase(run.exec(value)?.[0] ?? '');
}

/** Rows 1 to 13 and 25. */
export function naiveGroups(body: string | Uint8Array, dialect: DialectName, maxBytes = PARSING_LIMIT): NaiveGroup[] {
  const whole = typeof body === 'string' ? latin1OfText(body) : latin1OfBytes(body);
  const octets = withinLimit(whole, maxBytes, dialect);
  const groups: NaiveGroup[] = [];
  let group: NaiveGroup | undefined;
  let afterRule = false;
  let rules = 0;
  splitLines(octets).forEach((wholeLine, index) => {
    let line = wholeLine;
    if (dialect === 'google') {
      line = line.slice(0, GOOGLE_LINE_BYTES); // line length
      line = line.split('\0')[0]; // NUL
    }
    const endsAtBlank = dialect === 'koster1996' || dialect === 'yandex';
    if (endsAtBlank && strip(line, dialect) === '') group = undefined; // end of a group
    const record = readRecord(line, dialect);
    if (record === undefined) return;
    const kind = kindOf(record.field, dialect);
    if (kind === 'allow' || kind === 'disallow') rules++;
    // Yandex's help: the number of rules exceeds 2048.
    if (dialect === 'yandex' && rules > YANDEX_RULES) return;
    if (kind === 'user-agent') {
      // Row 12: a user-agent line joins the run it follows, or opens the next group.
      if (group === undefined || afterRule) {
        group = { names: [], userAgentLines: [], rules: [] };
        groups.push(group);
      }
      afterRule = false;
      group.names.push(nameOf(record.value, dialect));
      group.userAgentLines.push(index + 1);
    } else if (kind !== 'other' && group !== undefined) {
      // Row 13: without a group the rule is ignored.
      afterRule = true;
      group.rules.push({ kind, pattern: record.value, line: index + 1 });
    }
  });
  return groups;
}
