/** The performance targets, and how a run compares with them. docs/performance.md explains them. */
import { short, table } from './statistics.js';

interface Target {
  readonly unit: string;
  /** The bound that a figure must not fall below, or must not exceed. */
  readonly least?: number;
  readonly most?: number;
}

/** `x` is the speed relative to robots-parser in the same run. */
const TARGETS = {
  'one-shot, tiny file': { unit: 'x', least: 5 },
  'one-shot, slowest other size': { unit: 'x', least: 9 },
  'repeated, tiny file': { unit: 'x', least: 10 },
  'repeated, typical file': { unit: 'x', least: 13 },
  'repeated, many groups': { unit: 'x', least: 12 },
  'repeated, wild file': { unit: 'x', least: 100 },
  'repeated, large file': { unit: 'x', least: 200 },
  'repeated, max file': { unit: 'x', least: 500 },
  'slowest hostile input': { unit: ' ms', most: 50 },
  'memory of a hostile input': { unit: ' MiB', most: 32 },
  'memory of a typical file, relative to its bytes': { unit: '', most: 1.5 },
  'memory of a matcher of a typical file': { unit: ' KiB', most: 64 },
  'cached checks of the client': { unit: '/s', least: 1.5e6 },
  'requests for 1,000 concurrent checks': { unit: '', most: 1 },
  'filter, URLs of one host': { unit: '/s', least: 4e6 },
  'filter, two threads relative to one': { unit: '', least: 1.8 },
  'filter, random hosts relative to grouped': { unit: '', least: 0.5 },
  'audit, lines': { unit: '/s', least: 1e6 },
  'start of check, relative to bare Node': { unit: '', most: 1.6 },
} as const satisfies Readonly<Record<string, Target>>;

/** The figures of a run that have a target. */
export type Figures = Readonly<Partial<Record<keyof typeof TARGETS, number>>>;

/** Returns a table of the figures with their targets. Missed targets are only reported: a busy machine must not fail a run. */
export function targetTable(figures: Figures): string {
  const rows = Object.entries(TARGETS as Record<string, Target>).flatMap(([name, target]) => {
    const figure = figures[name as keyof Figures];
    if (figure === undefined) return [];
    const { unit, least = 0, most = Number.POSITIVE_INFINITY } = target;
    const bound =
      target.least === undefined ? `at most ${short(most)}` : `at least ${short(least)}`;
    const isMet = figure >= least && figure <= most;
    return [[name, `${short(figure)}${unit}`, `${bound}${unit}`, isMet ? 'met' : 'missed']];
  });
  return table([['target', 'measured', 'required', ''], ...rows]);
}
