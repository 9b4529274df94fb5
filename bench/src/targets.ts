/** The performance targets, and how a run compares with them. A test copies them to docs/performance.md. */
import { short } from './statistics.ts';

interface Target {
  readonly unit: string;
  /** The bound that a figure must not fall below, or must not exceed. */
  readonly least?: number;
  readonly most?: number;
  /** Missing if the reason is that of the target before. */
  readonly why?: string;
}

/** `x` is the speed relative to robots-parser in the same run. */
const TARGETS = {
  'one-shot, tiny file': { unit: 'x', least: 5, why: 'most programs check one URL per file' },
  'one-shot, slowest other size': { unit: 'x', least: 9 },
  'repeated, tiny file': { unit: 'x', least: 10, why: 'crawlers check many URLs of a site' },
  'repeated, typical file': { unit: 'x', least: 13 },
  'repeated, many groups': { unit: 'x', least: 12 },
  'repeated, wild file': { unit: 'x', least: 100 },
  'repeated, large file': { unit: 'x', least: 200 },
  'repeated, max file': { unit: 'x', least: 500 },
  'slowest hostile file or URL': {
    unit: ' ms',
    most: 50,
    why: 'a crawler must read 500 KiB from anybody',
  },
  'memory of a typical file, relative to its bytes': {
    unit: '',
    most: 1.5,
    why: 'caches hold thousands of files',
  },
  'cached checks of the client': {
    unit: '/s',
    least: 1.5e6,
    why: 'crawlers check before each request',
  },
  'filter, URLs of one host, one thread': {
    unit: '/s',
    least: 4e6,
    why: 'corpora have billions of URLs',
  },
  'filter, two threads relative to one': { unit: '', least: 1.8 },
  'filter, random hosts relative to grouped': {
    unit: '',
    least: 0.5,
    why: 'lists are rarely sorted',
  },
  'audit, lines of a combined log, one thread': {
    unit: '/s',
    least: 1e6,
    why: 'a year of logs is a normal input',
  },
  'start of check, relative to bare Node': { unit: '', most: 1.6, why: 'scripts start it often' },
} as const satisfies Readonly<Record<string, Target>>;

/** The figures of a run that have a target. */
export type Figures = Readonly<Partial<Record<keyof typeof TARGETS, number>>>;

const ROWS = Object.entries(TARGETS as Record<keyof typeof TARGETS, Target>);

/** Returns the rows of the table in docs/performance.md: what, target and why. */
export function targetRows(): string[][] {
  return ROWS.map(([name, target]) => [name, boundOf(target), target.why ?? '']);
}

function boundOf({ unit, least, most }: Target): string {
  const bound = least === undefined ? `at most ${most}` : `at least ${least.toLocaleString('en-US')}`;
  return `${bound}${unit}`;
}

/** Returns the rows of a table of figures with their targets. A missed target fails no run, because the machine may be busy. */
export function targetTable(figures: Figures): string[][] {
  const rows = ROWS.flatMap(([name, target]) => {
    const figure = figures[name as keyof Figures];
    if (figure === undefined) return [];
    const { unit, least = 0, most = Number.POSITIVE_INFINITY } = target;
    const isMet = figure >= least && figure <= most;
    return [[name, `${short(figure)}${unit}`, boundOf(target), isMet ? 'met' : 'missed']];
  });
  return [['target', 'measured', 'required', ''], ...rows];
}
