/** The same file in one style: lossless in meaning, and the same again when it is formatted again. */
import { MIN_PARSING_LIMIT_BYTES } from '../limits.js';
import type { RobotsTxt } from '../robots-txt.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import { linesOfRecord, type RecordFile, valueText } from './record-text.js';

export interface FormatOptions {
  /** `lf` by default. */
  readonly lineEnd?: 'lf' | 'crlf';
  /**
   * Sorts rules that stand directly below each other by their path. Comments and blank lines are not passed, and where
   * the order decides (the dialect's precedence is `first-in-file`) nothing is sorted. False by default.
   */
  readonly sortRules?: boolean;
}

const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const;

/**
 * The file with the usual spelling of its fields, one space after the colon, the user-agent lines of a group together,
 * one blank line between groups, and no byte-order mark. Comments are kept, and every verdict of the dialect in which
 * the file was parsed is the same. Left out is what was not read: lines beyond the parsing limit, and of a line what is
 * beyond the dialect's longest. A file that would grow over 500 KiB is given back as it was read.
 * Throws a RangeError for a line end that is none.
 */
export function format(robotsTxt: RobotsTxt, options: FormatOptions = {}): string {
  const { dialect, records } = robotsTxt;
  const lineEnd = readLineEnd(options.lineEnd);
  const entries = layOut(records, dialect.blankLineEndsGroup);
  const isSorted = options.sortRules === true && dialect.precedence !== 'first-in-file';
  const lines = (isSorted ? sorted(entries, robotsTxt) : entries).flatMap((entry) =>
    linesOf(entry, robotsTxt),
  );
  const text = withoutMark(lines.map((line) => line + lineEnd).join(''), lineEnd);
  const source = records.filter(({ kind }) => kind !== 'beyond-limit');
  const sourceBytes = source.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const isTooLong =
    new TextEncoder().encode(text).length > Math.max(MIN_PARSING_LIMIT_BYTES, sourceBytes);
  return isTooLong ? source.map((record) => record.text).join('') : text;
}

/** The line end of an option. Throws a RangeError where it is none. */
function readLineEnd(name: FormatOptions['lineEnd'] = 'lf'): string {
  if (Object.hasOwn(LINE_ENDS, name)) return LINE_ENDS[name];
  throw new RangeError(`lineEnd must be "lf" or "crlf", not ${JSON.stringify(name)}.`);
}

function linesOf({ comments, record, gap }: Entry, file: RecordFile): string[] {
  const lines = [...comments, ...(record === undefined ? [] : [record])];
  return [...(gap ? [''] : []), ...lines.flatMap((line) => linesOfRecord(line, file))];
}

/** Bytes at the start that would be read as a byte-order mark, or a part of one, are kept from it by a blank line. */
function withoutMark(text: string, lineEnd: string): string {
  const first = text.charCodeAt(0);
  const isLikeMark = first >= 0xf000 && first <= 0xffff;
  return isLikeMark ? lineEnd + text : text;
}

/** The entries with each run of rules sorted. */
function sorted(entries: readonly Entry[], file: RecordFile): Entry[] {
  const all: Entry[] = [];
  let run: Entry[] = [];
  const endRun = () => {
    // The blank line before the first of them stays before whatever comes first.
    const gap = run[0]?.gap ?? false;
    run.sort((one, other) => order(keyOf(one, file), keyOf(other, file)));
    all.push(...run.map((entry, index) => ({ ...entry, gap: index === 0 && gap })));
    run = [];
  };
  for (const entry of entries) {
    const isRule = entry.record?.kind === 'allow' || entry.record?.kind === 'disallow';
    if (!isRule || entry.gap || entry.comments.length > 0) endRun();
    if (isRule && entry.comments.length === 0) run.push(entry);
    else all.push(entry);
  }
  endRun();
  return all;
}

/** The path, then Allow before Disallow, as it wins a tie. */
function keyOf({ record }: Entry, file: RecordFile): string {
  return record === undefined ? '' : `${valueText(record, file)}\n${record.kind}`;
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A record with the comment lines right above it, or comment lines that stand alone. */
export interface Entry {
  readonly comments: readonly RobotsTxtRecord[];
  readonly record: RobotsTxtRecord | undefined;
  /** Whether a blank line stands before it. */
  gap: boolean;
}

/**
 * The entries of a file as they are to be written: the user-agent lines of a group together and without blank lines,
 * then what else is in it; a blank line before each group, and else where the file has one.
 * `blankLineEndsGroup` is that of the dialect: a blank line that ends a group stays.
 */
export function layOut(
  records: readonly RobotsTxtRecord[],
  blankLineEndsGroup: boolean,
): readonly Entry[] {
  const entries = entriesOf(records);
  const lastUserAgents = new Map<number | undefined, number>();
  entries.forEach(({ record }, index) => {
    if (record?.kind === 'user-agent') lastUserAgents.set(record.groupIndex, index);
  });
  const laidOut: Entry[] = [];
  for (let index = 0; index < entries.length; index++) {
    const last = isUserAgent(entries[index])
      ? (lastUserAgents.get(entries[index].record?.groupIndex) ?? index)
      : -1;
    if (last < 0) {
      laidOut.push(entries[index]);
      continue;
    }
    const run = entries.slice(index, last + 1);
    laidOut.push(...gathered(run));
    index = last;
    const next = entries[index + 1];
    if (next === undefined || blankLineEndsGroup) continue;
    if (next.record?.kind !== 'user-agent') next.gap = false;
  }
  if (laidOut.length > 0) laidOut[0].gap = false;
  return laidOut;
}

function isUserAgent({ record }: Entry): boolean {
  return record?.kind === 'user-agent';
}

/** The entries from the first to the last user-agent line of a group: these lines first, and nothing blank between. */
function gathered(run: readonly Entry[]): Entry[] {
  const attached = attachComments(run);
  const lines = [
    ...attached.filter(isUserAgent),
    ...attached.filter((entry) => !isUserAgent(entry)),
  ];
  lines.forEach((entry, index) => {
    entry.gap = index === 0;
  });
  return lines;
}

/** Comments that stand alone become those of the entry after them. */
function attachComments(run: readonly Entry[]): Entry[] {
  const attached: Entry[] = [];
  let alone: RobotsTxtRecord[] = [];
  for (const { comments, record, gap } of run) {
    if (record === undefined) {
      alone.push(...comments);
      continue;
    }
    attached.push({ comments: [...alone, ...comments], record, gap });
    alone = [];
  }
  return attached;
}

function entriesOf(records: readonly RobotsTxtRecord[]): Entry[] {
  const entries: Entry[] = [];
  let comments: RobotsTxtRecord[] = [];
  let gap = false;
  const add = (record: RobotsTxtRecord | undefined) => {
    entries.push({ comments, record, gap });
    comments = [];
    gap = false;
  };
  for (const record of records) {
    if (record.kind === 'beyond-limit') continue;
    if (record.kind === 'comment') {
      comments.push(record);
    } else if (record.kind === 'blank') {
      if (comments.length > 0) add(undefined);
      gap = true;
    } else {
      add(record);
    }
  }
  if (comments.length > 0) add(undefined);
  return entries;
}
