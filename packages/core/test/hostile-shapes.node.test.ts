/** The time of every function that reads a whole file grows no faster than the file, whatever the file contains. */
import { expect, test } from 'vitest';
import {
  coverage,
  diff,
  format,
  lineDiagnostics,
  lint,
  minimize,
  witnesses,
} from '../src/analysis.js';
import { parseRobotsTxt, type RobotsTxt } from '../src/index.js';
import { preferences } from '../src/preferences.js';
import { bytes, utf16 } from './support/make.js';

/** Returns at least `size` characters of these lines. */
function lines(size: number, line: (index: number) => string, last = ''): string {
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts.at(-1)?.length ?? 0) {
    parts.push(`${line(parts.length)}\n`);
  }
  return parts.join('') + last;
}

const shapes: Readonly<Record<string, (size: number) => string>> = {
  'empty comments': (size) => lines(size, () => '#'),
  'empty comments above a rule': (size) =>
    lines(size, (line) => (line === 0 ? 'User-agent: *' : '#'), 'Disallow: /a\n'),
  'blank lines': (size) => '\n'.repeat(size),
  'invalid lines': (size) => lines(size, () => 'x'),
  'user-agent lines': (size) => lines(size, (line) => `User-agent: a${line}`, 'Disallow: /\n'),
  'rules of one group': (size) =>
    lines(size, (line) => (line === 0 ? 'User-agent: *' : `Disallow: /a${line}`)),
  groups: (size) => lines(size, (line) => `User-agent: a${line}\nDisallow: /${line}`),
  'equal rules': (size) =>
    lines(size, (line) => (line === 0 ? 'User-agent: *' : 'Disallow: /\u00e9')),
  'a long path': (size) => `User-agent: *\nDisallow: /${'a'.repeat(size)}\n`,
  'a path of stars': (size) => `User-agent: *\nDisallow: /${'*a'.repeat(size / 2)}\n`,
  'commas in preferences': (size) => `User-agent: *\nContent-Signal: ${','.repeat(size)}\n`,
  'preference lines': (size) =>
    lines(size, (line) => (line === 0 ? 'User-agent: *' : `Content-Usage: /${line} train-ai=n`)),
  sitemaps: (size) => lines(size, (line) => `Sitemap: https://example.com/${line}`),
};

const inputs: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  string: (text) => text,
  bytes: (text) => bytes(text),
  'UTF-16': (text) => utf16(text, 'le'),
};

const functions: Readonly<Record<string, (file: RobotsTxt, edited: RobotsTxt) => unknown>> = {
  records: (file) => [file.records, file.groups, file.otherRecords],
  explain: (file) => file.explain('https://example.com/a', 'a1', { all: true }),
  coverage: (file) => coverage(file, ['https://example.com/a']),
  diff: (file, edited) => diff(file, edited),
  format: (file) => format(file, { sortRules: true }),
  lineDiagnostics: (file) => lineDiagnostics(file),
  lint: (file) => lint(file),
  minimize: (file) => minimize(file),
  preferences: (file) => preferences(file, 'https://example.com/a', 'a1'),
  witnesses: (file) => witnesses(file.matcher('a1'), 10),
};

const SIZES = [8_000, 16_000, 32_000, 64_000];
/** Linear growth is a factor of 8 from the first to the last size, quadratic growth is 64. */
const MAX_GROWTH = 40;
/** Below this, garbage collection and compilation decide, not the input. */
const NOISE_MS = 4;
/** Runs per time that seems to grow too fast; the fastest counts. */
const RUNS = 3;

test.each(Object.entries(functions))(
  '%s: linear for every shape',
  { timeout: 300_000 },
  (_, run) => {
    const growing: string[] = [];
    for (const [shape, make] of Object.entries(shapes)) {
      for (const [input, convert] of Object.entries(inputs)) {
        const measure = (size: number, runs = 1) =>
          time(run, convert(make(size)), convert(edited(make(size))), runs);
        if (measure(SIZES[SIZES.length - 1]) < MAX_GROWTH * NOISE_MS) continue;
        const times = SIZES.map((size) => measure(size, RUNS));
        const isFast = times[times.length - 1] < MAX_GROWTH * Math.max(times[0], NOISE_MS);
        if (!isFast) growing.push(`${shape} as ${input}: ${times.map(Math.round).join(', ')} ms`);
      }
    }
    expect(growing).toEqual([]);
  },
);

function edited(text: string): string {
  return `${text}\nUser-agent: *\nDisallow: /z\n`;
}

/** Returns the least processor time of some runs in milliseconds; the clock would also count other processes. */
function time(
  run: (file: RobotsTxt, edited: RobotsTxt) => unknown,
  before: string | Uint8Array,
  after: string | Uint8Array,
  runs: number,
): number {
  const times = Array.from({ length: runs }, () => {
    const files = [parseRobotsTxt(before), parseRobotsTxt(after)] as const;
    const start = process.cpuUsage();
    run(...files);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
