import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import { DIFF_LIMITS } from '../editor/diff-limits.js';

/** Whole lines of a text. */
interface Piece {
  readonly text: string;
  readonly isAdded: boolean;
}

/** Returns `after` in pieces: the lines that `before` lacks, and the others. */
export function addedLines(before: string, after: string): Piece[] {
  const [old, written] = [Text.of(before.split('\n')), Text.of(after.split('\n'))];
  const kept = new Set(before.split('\n'));
  const pieces: Piece[] = [];
  let next = 1;
  const add = (end: number, isAdded: boolean) => {
    if (next >= end) return;
    const text = written.sliceString(written.line(next).from, written.line(end - 1).to);
    pieces.push({ text: `${text}\n`, isAdded });
    next = end;
  };
  for (const { fromB, endB, toB } of Chunk.build(old, written, DIFF_LIMITS)) {
    if (fromB === toB) continue;
    // A chunk also contains unchanged lines between a removed and an added part.
    let first = written.lineAt(fromB).number;
    let last = written.lineAt(endB).number;
    while (first <= last && kept.has(written.line(first).text)) first++;
    while (last > first && kept.has(written.line(last).text)) last--;
    add(first, false);
    add(last + 1, true);
  }
  add(written.lines + 1, false);
  return pieces;
}
