import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { type FleetCost, fleetTable, measureFleet } from '../src/fleet.js';

const COST: FleetCost = {
  urls: 100_000,
  origins: 100,
  submittedBytes: 1_000_000,
  leftBytes: 200_000,
  submitCommands: 100,
  workCommands: 1000,
  submitMs: 1000,
  workMs: 2000,
  collectMs: 1000,
  requests: 100,
};

test('two runs separate the cost of URLs from that of origins', () => {
  const more = { ...COST, origins: 300, leftBytes: 600_000, requests: 300, workMs: 1900 };
  const lines = fleetTable(COST, more)
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, '|'));
  expect(lines).toEqual([
    'fleet, 2 workers|per million URLs|per million origins',
    'Redis bytes, submitted|10.0M|0.00',
    'Redis bytes, done|0.00|2.00G',
    'Redis commands, submit|1.00k|0.00',
    'Redis commands, work|10.0k|0.00',
    'submit, seconds|10.0|0.00',
    'work, seconds|20.0|0.00',
    'collect, seconds|10.0|0.00',
    'robots.txt requests|0.00|1.00M',
  ]);
});

test.skipIf(findProgram('redis-server') === undefined && process.env.CI === undefined)(
  'a run is measured and fetches one robots.txt per origin',
  { timeout: 60_000 },
  async () => {
    const cost = await measureFleet({ urls: 2000, origins: 20 });
    expect(cost.requests).toBe(20);
    for (const figure of Object.values(cost)) expect(figure).toBeGreaterThan(0);
  },
);
