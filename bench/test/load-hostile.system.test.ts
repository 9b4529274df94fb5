import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { runSurroundings } from '../src/hostile-surroundings.js';
import {
  HEALTH_TARGET_MS,
  type HostileFigures,
  hostileLines,
  missesTarget,
  runHostile,
} from '../src/load-hostile.js';

const good = {
  name: 'lints',
  health: [1, 2, 3],
  peakRss: 300,
  statuses: new Map([[200, 5]]),
  largestResponse: 2048,
  problems: [],
};

test('slow /healthz, too much memory and problems miss the target', () => {
  const misses = [
    { ...good, health: [1, 2 * HEALTH_TARGET_MS] },
    { ...good, peakRss: 1000 },
    { ...good, problems: ['1 responses with status 500'] },
  ];
  expect(missesTarget(good)).toBe(false);
  expect(misses.map(missesTarget)).toEqual([true, true, true]);
  const lines = hostileLines([good, ...misses]);
  expect(lines[1]).toMatch(/lints: .* 300 MiB; 5 x 200; largest 2 KiB$/);
  expect(lines[3]).toContain('misses the target');
  expect(lines[4]).toContain('; 1 responses with status 500 <- misses');
});

/** A busy machine makes several attacks wait for each other. */
const TIMEOUT_MS = 900_000;

/** A short `npm run load`. Asserts no latency, because a busy machine misses those targets. */
test(
  'hostile requests neither crash the service nor break responses, and memory stays bounded',
  async () => {
    for (const figures of await runHostile(1)) expectServed(figures);
  },
  TIMEOUT_MS,
);

test.skipIf(findProgram('redis-server') === undefined && process.env.CI === undefined)(
  'a failing log, clock, store, disk or too few file descriptors do not disturb the service',
  async () => {
    for (const figures of await runSurroundings(1)) expectServed(figures);
  },
  TIMEOUT_MS,
);

function expectServed(figures: HostileFigures): void {
  const text = hostileLines([figures]).join('\n');
  expect(figures.problems, text).toEqual([]);
  expect(figures.health.length, text).toBeGreaterThan(0);
  expect(figures.peakRss, text).toBeLessThan(1024);
  expect(figures.largestResponse, text).toBeLessThanOrEqual(9 << 20);
}
