import { expect, test } from 'vitest';
import { growth, loadLines } from '../src/load-lines.js';

test('compares memory in the last quarter with the second, because the first is the warm-up', () => {
  expect(growth([1, 1, 100, 100, 150, 150, 150, 150])).toBe(1.5);
});

test('marks wrong responses', () => {
  const lines = loadLines({
    limit: 1000,
    rate: 800,
    seconds: 5,
    latencies: [1, 2, 3, 4, 5],
    responses: new Map([
      ['200 given', 4],
      ['500 given', 1],
    ]),
    wrong: new Map([['500 given', 1]]),
    rss: [1, 1, 1, 1],
    store: ['available'],
  }).join('\n');
  expect(lines).toContain('800/s for 5 s: 5 responses');
  expect(lines).toContain('99 % within: no failures 1.0 ms');
  expect(lines).toMatch(/^ +1 {2}500 given <- 1 wrong$/m);
  expect(lines).toMatch(/^ +4 {2}200 given$/m);
});
