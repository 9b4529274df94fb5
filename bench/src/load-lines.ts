/** Formats the results of a load test as lines. */
import type { LoadFigures } from './load.js';
import { median, quantile, short } from './statistics.js';

/** Number of points in the memory curve. */
const POINTS = 10;

/** Returns the memory of the last quarter relative to the second one. The first quarter is the warm-up. */
function growth(rss: readonly number[]): number {
  const quarter = Math.floor(rss.length / 4);
  return median(rss.slice(-quarter)) / median(rss.slice(quarter, 2 * quarter));
}

/** The state in each fifth of the time; see `failures` in load.ts. */
const FIFTHS = [
  'no failures',
  'site down',
  'site and store down',
  'store up again',
  'all up again',
];

export function loadLines(figures: LoadFigures): string[] {
  const { limit, rate, seconds, latencies, responses, wrong, rss, store } = figures;
  const ms = (part: number): string => `${quantile(latencies, part).toFixed(1)} ms`;
  const fifth = Math.ceil(latencies.length / FIFTHS.length);
  const byFifth = FIFTHS.map((name, index) => {
    const part = latencies.slice(index * fifth, (index + 1) * fifth);
    return `${name} ${quantile(part, 0.99).toFixed(1)} ms`;
  });
  const step = Math.max(1, Math.floor(rss.length / POINTS));
  const curve = rss.filter((_, index) => index % step === 0).map((mebi) => mebi.toFixed(0));
  return [
    `${short(limit)} requests/s at most; ${short(rate)}/s for ${seconds} s: ${latencies.length} responses`,
    `latency: 50 % within ${ms(0.5)}, 99 % within ${ms(0.99)}, 99.9 % within ${ms(0.999)}, 100 % within ${ms(1)}`,
    `99 % within: ${byFifth.join(', ')}`,
    `memory (MiB): ${curve.join(' ')}; last quarter ${growth(rss).toFixed(2)}x the second quarter`,
    `store: ${store.join(', ')}`,
    ...[...responses]
      .sort()
      .map(
        ([name, count]) =>
          `${String(count).padStart(9)}  ${name}${wrong.has(name) ? ` <- ${wrong.get(name)} wrong` : ''}`,
      ),
  ];
}
