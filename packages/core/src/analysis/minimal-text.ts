/** The text of a file that is made smaller: its lines as they are spelled, and the file that they are read as. */
import { MAX_PARSING_LIMIT_BYTES, MIN_PARSING_LIMIT_BYTES } from '../limits.js';
import { parseRobotsTxt, type RobotsTxt } from '../robots-txt.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import { format } from '../write/format.js';

export function lengthOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The shorter text; of equally long ones the first. */
export function shorterOf(one: string, other: string): string {
  return lengthOf(other) < lengthOf(one) ? other : one;
}

/** The lines without those that are not records, as they are spelled. */
export function tidy(robotsTxt: RobotsTxt): string {
  return textOfLines(robotsTxt, robotsTxt.records.filter(isKept).map(spelledLine));

  function isKept({ kind, line }: RobotsTxtRecord): boolean {
    switch (kind) {
      case 'comment':
        return isAboveRule(robotsTxt, line);
      case 'blank':
        return robotsTxt.dialect.blankLineEndsGroup;
      case 'invalid':
      case 'beyond-limit':
        return false;
      default:
        return true;
    }
  }
}

/** Whether the comment line belongs to a rule: it is right above it, or above another such line. */
function isAboveRule({ records }: RobotsTxt, line: number): boolean {
  let next = line;
  while (records[next]?.kind === 'comment') next++;
  return isRule(records[next]);
}

/** The line as it is spelled, without its end and without the comment of a user-agent line. */
export function spelledLine({ kind, text, comment }: RobotsTxtRecord): string {
  const line = text.replace(LINE_END, '');
  const isDropped = kind === 'user-agent' && comment !== undefined;
  return isDropped ? line.slice(0, -comment.text.length).trimEnd() : line;
}

const LINE_END = /[\r\n]+$/;

/** The lines as a text; its last line has an end if that of the file has one. */
export function textOfLines({ records }: RobotsTxt, lines: readonly string[]): string {
  const end = LINE_END.test(records.at(-1)?.text ?? '') ? '\n' : '';
  return lines.length === 0 ? '' : lines.join('\n') + end;
}

/** The file as it was given, without a byte-order mark; where its bytes are not Unicode, as text that says the same. */
export function asUnicode(robotsTxt: RobotsTxt): { text: string; robotsTxt: RobotsTxt } {
  const given = robotsTxt.records.map((record) => record.text).join('');
  const isUnicode = robotsTxt.encoding !== 'utf-8' || robotsTxt.records.every(isUtf8);
  const text = isUnicode ? withoutMark(given, robotsTxt) : format(robotsTxt);
  return { text, robotsTxt: text === given ? robotsTxt : read(text, robotsTxt) };
}

/**
 * A mark stays where what is behind it would be read as one, or as a part of one, and where the file is cut at the
 * parsing limit: every byte less would then let in another one.
 */
function withoutMark(text: string, { truncated }: RobotsTxt): string {
  return truncated ? text : text.replace(/^\uFEFF(?![\uF000-\uFFFF])/, '');
}

function isUtf8({ bytes, text }: RobotsTxtRecord): boolean {
  if (!text.includes('\uFFFD')) return true;
  const encoded = new TextEncoder().encode(text);
  return encoded.length === bytes.length && encoded.every((byte, at) => byte === bytes[at]);
}

export function read(text: string, { dialect }: RobotsTxt): RobotsTxt {
  const wanted = Math.max(new TextEncoder().encode(text).length, MIN_PARSING_LIMIT_BYTES);
  return parseRobotsTxt(text, { dialect, maxBytes: Math.min(wanted, MAX_PARSING_LIMIT_BYTES) });
}

export function isRule(record: RobotsTxtRecord | undefined): boolean {
  return record?.kind === 'allow' || record?.kind === 'disallow';
}

/** Of several blank lines one is enough to end a group. */
export function withoutBlankRuns(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line, index) => line.trim() !== '' || (index > 0 && lines[index - 1].trim() !== ''),
  );
}
