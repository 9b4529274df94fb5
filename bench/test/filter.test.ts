import { expect, test } from 'vitest';
import { measureFilter } from '../src/filter.js';

test('whole runs of the command and of its peer are timed', () => {
  const { oneHost, manyHosts, startUp } = measureFilter({ urls: 3_000, peerUrls: 300, runs: 1 });
  for (const rates of [oneHost, manyHosts]) {
    expect(rates.repkit).toBeGreaterThan(0);
    expect(rates.jobs.one).toBeGreaterThan(0);
    expect(rates.jobs.two).toBeGreaterThan(0);
    expect(rates.peer).toBeGreaterThan(0);
  }
  expect(startUp).toBeGreaterThan(0);
});
