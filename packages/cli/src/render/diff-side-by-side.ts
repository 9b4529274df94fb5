/** `diff --format side-by-side`: the edit line by line, with its meaning in the margin. */
import type { RobotsTxt } from '@repkit/core';
import type { Diff } from '@repkit/core/analysis';
import { diffArrays } from 'diff/lib/diff/array.js';
import { clipped, type Paint, padded, visible, width } from '../program/terminal.js';
import { crawlersText, short, summaryOf } from './diff-text.js';
import { textOfLine } from './source-line.js';

const MAX_COLUMN = 40;
/** Unchanged lines shown before and after a change. */
const CONTEXT = 2;
/** Two files with more changed lines are shown one after the other, because aligning them takes quadratic time. */
const MAX_EDIT_LENGTH = 5000;
/** Crawlers whose deciding lines are looked up per change; each may follow another group. */
const MAX_CRAWLERS = 100;
/** Any origin works: verdicts do not depend on the host. */
const ORIGIN = 'https://example.com';

interface Row {
  /** Line numbers. */
  readonly old?: number | undefined;
  readonly new?: number | undefined;
}

/** Returns both files in two columns: `-` marks removed lines, `+` added ones, and `~` replaced ones. */
export function diffSideBySide(
  found: Diff,
  files: readonly [RobotsTxt, RobotsTxt],
  paint: Paint,
): string {
  const [before, after] = files.map(linesOf);
  const rows = rowsOf(before, after);
  const notes = notesOf(found, files);
  const isChanged = ({ old, new: now }: Row) => old === undefined || now === undefined;
  const isShown = new Set<number>();
  rows.forEach((row, at) => {
    const isReplaced = !isChanged(row) && textAt(before, row.old) !== textAt(after, row.new);
    if (!isChanged(row) && !isReplaced && noteOf(row, notes) === '') return;
    for (let near = at - CONTEXT; near <= at + CONTEXT; near++) isShown.add(near);
  });
  const shown = rows.filter((_, at) => isShown.has(at));
  const column = (lines: readonly string[], side: 'old' | 'new') =>
    Math.max(3, ...shown.map((row) => width(cell(lines, row[side]))));
  const columns = [column(before, 'old'), column(after, 'new')] as const;
  const digits = String(Math.max(before.length, after.length)).length;
  const output: string[] = [];
  let skipped = 0;
  const endSkipped = () => {
    if (skipped > 0) output.push(paint('dim', `… ${skipped} unchanged`));
    skipped = 0;
  };
  rows.forEach((row, at) => {
    if (!isShown.has(at)) {
      skipped++;
      return;
    }
    endSkipped();
    const [old, now] = [cell(before, row.old), cell(after, row.new)];
    const sign = signOf(row, before, after);
    const number = (line: number | undefined) => String(line ?? '').padStart(digits);
    const text = [
      `${number(row.old)}  ${padded(old, columns[0])}`,
      sign,
      `${number(row.new)}  ${padded(now, columns[1])}`,
    ].join(' ');
    const note = noteOf(row, notes);
    const style = { '-': 'red', '+': 'green', '~': 'yellow', ' ': 'dim' } as const;
    output.push(paint(style[sign], text.trimEnd() === '' ? '' : text) + (note && `  ${note}`));
  });
  endSkipped();
  const elsewhere = notes.elsewhere.map((note) => `${note}\n`).join('');
  return [
    output.map((line) => `${line.trimEnd()}\n`).join(''),
    ...(elsewhere === '' ? [] : [elsewhere]),
    `${summaryOf(found)}\n`,
  ].join('\n');
}

function linesOf(robotsTxt: RobotsTxt): readonly string[] {
  return robotsTxt.records.map(({ line }) => textOfLine(robotsTxt, line));
}

function textAt(lines: readonly string[], line: number | undefined): string {
  return line === undefined ? '' : (lines[line - 1] ?? '');
}

function cell(lines: readonly string[], line: number | undefined): string {
  return clipped(visible(textAt(lines, line)), MAX_COLUMN);
}

function signOf(row: Row, before: readonly string[], after: readonly string[]) {
  if (row.new === undefined) return '-';
  if (row.old === undefined) return '+';
  return textAt(before, row.old) === textAt(after, row.new) ? ' ' : '~';
}

/** Aligns the lines. Removed lines that are followed by added ones share their rows. */
function rowsOf(before: readonly string[], after: readonly string[]): readonly Row[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDIT_LENGTH }) ?? [
    { removed: true, added: false, count: before.length },
    { removed: false, added: true, count: after.length },
  ];
  const rows: Row[] = [];
  let [old, now] = [1, 1];
  for (const [index, { removed, added, count }] of parts.entries()) {
    const previous = parts[index - 1];
    if (added) {
      const paired = previous?.removed ? Math.min(previous.count, count) : 0;
      const first = rows.length - (previous?.removed ? previous.count : 0);
      for (let at = 0; at < count; at++) {
        if (at < paired) rows[first + at] = { ...rows[first + at], new: now++ };
        else rows.push({ new: now++ });
      }
    } else {
      for (let at = 0; at < count; at++) {
        rows.push(removed ? { old: old++ } : { old: old++, new: now++ });
      }
    }
  }
  return rows;
}

interface Notes {
  readonly old: ReadonlyMap<number, readonly string[]>;
  readonly new: ReadonlyMap<number, readonly string[]>;
  /** Notes about changes that no rule decides. */
  readonly elsewhere: readonly string[];
}

function noteOf(row: Row, notes: Notes): string {
  const of = (side: 'old' | 'new') => notes[side].get(row[side] ?? 0) ?? [];
  return [...new Set([...of('old'), ...of('new')])].join('; ');
}

/** Returns what the lines mean: each change is noted at the rule that decides after the edit, or else before it. */
function notesOf(
  { changes, recordChanges }: Diff,
  [before, after]: readonly [RobotsTxt, RobotsTxt],
): Notes {
  const notes = { old: new Map<number, string[]>(), new: new Map<number, string[]>() };
  const elsewhere: string[] = [];
  const add = (side: 'old' | 'new', line: number, note: string) => {
    const known = notes[side].get(line);
    if (known === undefined) notes[side].set(line, [note]);
    else known.push(note);
  };
  for (const { effect, productTokens, witness } of changes) {
    const byLine = new Map<string, { side: 'old' | 'new'; line: number; tokens: string[] }>();
    const withoutLine: string[] = [];
    for (const token of productTokens.slice(0, MAX_CRAWLERS)) {
      const now = after.explain(ORIGIN + witness, token).rule?.line;
      const line = now ?? before.explain(ORIGIN + witness, token).rule?.line;
      const side = now === undefined ? 'old' : 'new';
      const key = `${side} ${line}`;
      const known = byLine.get(key);
      if (line === undefined) withoutLine.push(token);
      else if (known === undefined) byLine.set(key, { side, line, tokens: [token] });
      else known.tokens.push(token);
    }
    const verb = effect === 'newly-blocked' ? 'blocks' : 'allows';
    const note = (tokens: readonly string[]) =>
      `${verb} ${short(witness)} for ${crawlersText(tokens)}`;
    for (const { side, line, tokens } of byLine.values()) add(side, line, note(tokens));
    if (withoutLine.length > 0) elsewhere.push(note(withoutLine));
  }
  for (const { field, productTokens, removed, added } of recordChanges) {
    const whose = productTokens.length === 0 ? '' : ` for ${crawlersText(productTokens)}`;
    for (const { line } of removed) add('old', line, `removes ${short(field)}${whose}`);
    for (const { line } of added) add('new', line, `adds ${short(field)}${whose}`);
  }
  return { ...notes, elsewhere };
}
