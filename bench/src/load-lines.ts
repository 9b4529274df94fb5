/** What came of a load, in lines. */
import type { LoadFigures } from './load.js';
import { median, quantile, short } from './statistics.js';

/** Points of the curve of memory. */
const POINTS = 10;

/** How many times as much memory the last quarter takes as the second one: the first is that of warming up. */
export function growth(rss: readonly number[]): number {
  const quarter = Math.floor(rss.length / 4);
  return median(rss.slice(-quarter)) / median(rss.slice(quarter, 2 * quarter));
}

/** What each fifth of the time is about: see `failures` of load.ts. */
const FIFTHS = [
  'all well',
  'a site is dead',
  'the store is dead too',
  'the store is back',
  'all back',
];

export function loadLines(figures: LoadFigures): string[] {
  const { limit, rate, seconds, latencies, answers, wrong, rss, store } = figures;
  const ms = (part: number): string => `${quantile(latencies, part).toFixed(1)} ms`;
  const fifth = Math.ceil(latencies.length / FIFTHS.length);
  const byFifth = FIFTHS.map((name, index) => {
    const part = latencies.slice(index * fifth, (index + 1) * fifth);
    return `${name} ${quantile(part, 0.99).toFixed(1)} ms`;
  });
  const step = Math.max(1, Math.floor(rss.length / POINTS));
  const curve = rss.filter((_, index) => index % step === 0).map((mebi) => mebi.toFixed(0));
  return [
    `${short(limit)} requests/s at most; ${short(rate)}/s for ${seconds} s: ${latencies.length} answers`,
    `latency: half within ${ms(0.5)}, 99 % within ${ms(0.99)}, 99.9 % within ${ms(0.999)}, all within ${ms(1)}`,
    `99 % within: ${byFifth.join(', ')}`,
    `memory (MiB): ${curve.join(' ')}; last quarter ${growth(rss).toFixed(2)}x the second`,
    `store: ${store.join(', ')}`,
    ...[...answers]
      .sort()
      .map(
        ([name, count]) =>
          `${String(count).padStart(9)}  ${name}${wrong.has(name) ? ` <- ${wrong.get(name)} wrong` : ''}`,
      ),
  ];
}
