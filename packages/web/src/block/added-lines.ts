import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';

/** Bounds the comparison of two files with little in common. */
const DIFF = { scanLimit: 500, timeout: 300 };

/** Returns the indexes of the lines of `after` that `before` lacks. */
export function addedLines(before: string, after: string): ReadonlySet<number> {
  const [old, written] = [before, after].map((text) => Text.of(text.split('\n')));
  const added = new Set<number>();
  if (old === undefined || written === undefined) return added;
  const kept = new Set(before.split('\n'));
  for (const { fromB, endB, toB } of Chunk.build(old, written, DIFF)) {
    if (fromB === toB) continue;
    // A chunk also contains unchanged lines between a removed and an added part.
    let first = written.lineAt(fromB).number;
    let last = written.lineAt(endB).number;
    while (first <= last && kept.has(written.line(first).text)) first++;
    while (last > first && kept.has(written.line(last).text)) last--;
    for (let line = first; line <= last; line++) added.add(line - 1);
  }
  return added;
}
