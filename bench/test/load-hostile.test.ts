import { expect, test } from 'vitest';
import { HEALTH_TARGET_MS, hostileLines, missesTarget, runHostile } from '../src/load-hostile.js';

const good = {
  name: 'lints',
  health: [1, 2, 3],
  peakRss: 300,
  statuses: new Map([[200, 5]]),
  largestResponse: 2048,
};

test('slow /healthz, too much memory, status 500 and broken connections miss the target', () => {
  const misses = [
    { ...good, health: [1, HEALTH_TARGET_MS + 1] },
    { ...good, peakRss: 1000 },
    { ...good, statuses: new Map([[500, 1]]) },
    { ...good, statuses: new Map([[0, 1]]) },
  ];
  expect(missesTarget(good)).toBe(false);
  expect(misses.map(missesTarget)).toEqual([true, true, true, true]);
  const lines = hostileLines([good, ...misses]);
  expect(lines[1]).toMatch(/lints: .* 300 MiB; 5 x 200; largest 2 KiB$/);
  expect(lines[3]).toContain('misses the target');
});

/** A short `npm run load`. Asserts no latency, because a busy machine misses those targets. */
test('hostile requests neither crash the service nor break responses, and memory stays bounded', async () => {
  const figures = await runHostile(1.5);
  const text = hostileLines(figures).join('\n');
  for (const { name, health, peakRss, statuses, largestResponse } of figures) {
    expect(health.length, text).toBeGreaterThan(0);
    expect(peakRss, text).toBeLessThan(1024);
    expect(
      [...statuses.keys()].filter((status) => status === 0 || status === 500),
      name,
    ).toEqual([]);
    expect(largestResponse, text).toBeLessThanOrEqual(9 << 20);
  }
}, 180_000);
