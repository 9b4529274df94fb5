/** The order of the lines of a file and the blank lines between them, with every record in its group. */
import type { RobotsTxtRecord } from '../syntax/record.js';

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
