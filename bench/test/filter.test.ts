import { expect, test } from 'vitest';
import { measureFilter } from '../src/filter.js';

test('times whole runs of the command and the plain script', () => {
  const { oneHost, manyHosts, orders, startUp } = measureFilter({
    ...{ urls: 3_000, plainUrls: 300, runs: 1 },
    ...{ orderUrls: 1000, orderHosts: [10, 100] },
  });
  for (const rates of [oneHost, manyHosts]) {
    expect(rates.repkit).toBeGreaterThan(0);
    expect(rates.jobs.one).toBeGreaterThan(0);
    expect(rates.jobs.two).toBeGreaterThan(0);
    expect(rates.plain).toBeGreaterThan(0);
  }
  expect(orders.map(({ hosts }) => hosts)).toEqual([10, 100]);
  for (const { grouped, random } of orders) expect(Math.min(grouped, random)).toBeGreaterThan(0);
  expect(startUp).toBeGreaterThan(0);
});
