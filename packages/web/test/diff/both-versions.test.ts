import { expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { type VersionRow, versionRows } from '../../src/diff/both-versions.js';

const text = (lines: readonly (string | number)[]) => lines.map((line) => `${line}\n`).join('');

const shownLine = (line?: { readonly line: number; readonly text: string }) =>
  line === undefined ? '' : `${line.line} ${line.text}`;

/** Writes rows as `old|new`, and gaps as their number of lines. */
function shown(rows: readonly VersionRow[]): string[] {
  return rows.map((row) =>
    row.kind === 'gap' ? `…${row.lines}` : `${shownLine(row.before)}|${shownLine(row.after)}`,
  );
}

test('pairs changed lines and shows three unchanged ones around them', () => {
  const lines = Array.from({ length: 20 }, (_, at) => at + 1);
  const after = lines.flatMap<string | number>((line) => (line === 10 ? ['x', 'y'] : [line]));
  expect(shown(versionRows(text(lines), text(after)))).toEqual([
    ...['…6', '7 7|7 7', '8 8|8 8', '9 9|9 9', '10 10|10 x', '|11 y', '11 11|12 11'],
    ...['12 12|13 12', '13 13|14 13', '…7'],
  ]);
});

test('removed lines have no partner, and equal texts no changes', () => {
  expect(shown(versionRows('a\r\nb\r\n', 'a\n'))).toEqual(['1 a|1 a', '2 b|']);
  expect(versionRows('a\nb\n', 'a\nb').some(({ kind }) => kind === 'changed')).toBe(false);
  expect(versionRows('', '')).toEqual([]);
});

test('each line of both texts is in one row or gap', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 200; round++) {
    const randomLines = () => Array.from({ length: random(30) }, () => random(4));
    const [old, now] = [randomLines(), randomLines()];
    const rows = versionRows(text(old), text(now));
    const gaps = rows.reduce((sum, row) => sum + (row.kind === 'gap' ? row.lines : 0), 0);
    const [before, after] = (['before', 'after'] as const).map((side) =>
      rows.flatMap((row) => (row.kind === 'gap' ? [] : (row[side] ?? []))),
    );
    expect([(before?.length ?? 0) + gaps, (after?.length ?? 0) + gaps]).toEqual([
      ...[old.length, now.length],
    ]);
    expect(before?.every(({ line, text }) => text === String(old[line - 1]))).toBe(true);
    expect(after?.every(({ line, text }) => text === String(now[line - 1]))).toBe(true);
  }
});

test('two large files with nothing in common take bounded time', () => {
  const [one, other] = ['a', 'b'].map((name) =>
    text(Array.from({ length: 50_000 }, (_, at) => `${name}${at}`)),
  );
  const began = cpuMs();
  expect(versionRows(one ?? '', other ?? '')).toHaveLength(50_000);
  expect(cpuMs() - began).toBeLessThan(5000);
});
