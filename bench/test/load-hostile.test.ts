import { expect, test } from 'vitest';
import { HEALTH_TARGET_MS, hostileLines, missesTarget, runHostile } from '../src/load-hostile.js';

const good = {
  name: 'lints',
  health: [1, 2, 3],
  mostRss: 300,
  statuses: new Map([[200, 5]]),
  largestAnswer: 2048,
};

test('a slow /healthz, too much memory, a failure and a broken connection miss the target', () => {
  const misses = [
    { ...good, health: [1, HEALTH_TARGET_MS + 1] },
    { ...good, mostRss: 1000 },
    { ...good, statuses: new Map([[500, 1]]) },
    { ...good, statuses: new Map([[0, 1]]) },
  ];
  expect(missesTarget(good)).toBe(false);
  expect(misses.map(missesTarget)).toEqual([true, true, true, true]);
  const lines = hostileLines([good, ...misses]);
  expect(lines[1]).toMatch(/lints: .* 300 MiB; 5 x 200; largest 2 KiB$/);
  expect(lines[3]).toContain('misses the target');
});

/** The short form of `npm run load`: busy machines miss targets of time, but not those of memory. */
test('hostile requests never end the process or break an answer, and memory has a bound', async () => {
  const figures = await runHostile(1.5);
  const text = hostileLines(figures).join('\n');
  for (const { name, health, mostRss, statuses, largestAnswer } of figures) {
    expect(health.length, text).toBeGreaterThan(0);
    expect(mostRss, text).toBeLessThan(1024);
    expect(
      [...statuses.keys()].filter((status) => status === 0 || status === 500),
      name,
    ).toEqual([]);
    expect(largestAnswer, text).toBeLessThanOrEqual(9 << 20);
  }
}, 180_000);
