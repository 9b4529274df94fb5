/** The tables of the report. */

import type { HostileOutcome } from './hostile.js';
import { SIZES } from './inputs.js';
import type { RetainedByFile } from './memory.js';
import { type LaneResult, rateOf, ratioOf } from './race.js';
import { REFERENCE } from './reference.js';
import { short, table, times } from './statistics.js';
import { mebibytes } from './targets.js';

function contendersOf(results: readonly LaneResult[]): string[] {
  return [...new Set(results.map(({ contender }) => contender))];
}

/** Units per second by contender and size, with the speed relative to the reference in parentheses. */
export function rateTable(unit: string, results: readonly LaneResult[]): string {
  const rows = contendersOf(results).map((contender) => [
    contender,
    ...SIZES.map((size) => {
      const rate = short(rateOf(results, size, contender));
      return contender === REFERENCE
        ? rate
        : `${rate} (${times(ratioOf(results, size, contender, REFERENCE))})`;
    }),
  ]);
  return table([[unit, ...SIZES], ...rows]);
}

export function retainedTable(files: readonly RetainedByFile[]): string {
  return table([
    ['bytes per typical file', 'total', 'x body', 'without the body'],
    ...files.map(({ contender, total, withoutBody, bodyBytes }) => [
      contender,
      total.toFixed(0),
      times(total / bodyBytes),
      withoutBody.toFixed(0),
    ]),
  ]);
}

function hostileCell(outcome: HostileOutcome | undefined, limitMs: number): string {
  if (outcome === undefined) return '-';
  const { ended, first, further } = outcome;
  const end = ended === 'died' ? 'died' : `> ${limitMs / 1000} s`;
  if (first === undefined) return end;
  if (further === undefined) return `${first.firstMs.toFixed(1)} ms / ${end}`;
  return `${first.firstMs.toFixed(1)} / ${further.slowestMs.toFixed(1)} ms, ${mebibytes(further.memoryBytes)}`;
}

export interface HostileRow {
  readonly name: string;
  readonly outcomes: ReadonlyMap<string, HostileOutcome>;
}

/** Parsing with the first check / the slowest further check, and memory. */
export function hostileTable(
  rows: readonly HostileRow[],
  contenders: readonly string[],
  limitMs: (contender: string) => number,
): string {
  return table([
    ['parse + first check / slowest of 20 more', ...contenders],
    ...rows.map(({ name, outcomes }) => [
      name,
      ...contenders.map((contender) => hostileCell(outcomes.get(contender), limitMs(contender))),
    ]),
  ]);
}
