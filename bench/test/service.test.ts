import { expect, test } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { BARE_FASTIFY, OWN_SERVICE, raceService, SERVICE_HEATS } from '../src/service.js';

test.skipIf(findProgram('wrk') === undefined && process.env.CI === undefined)(
  'measures the service and bare Fastify with wrk in alternating turns',
  async () => {
    const results = await raceService({ rounds: 1, turnSeconds: 1, warmUpSeconds: 1 });
    const lanes = SERVICE_HEATS.flatMap((heat) => [
      [heat, OWN_SERVICE, 1],
      [heat, BARE_FASTIFY, 1],
    ]);
    expect(results.map(({ heat, contender, rates }) => [heat, contender, rates.length])).toEqual(
      lanes,
    );
    for (const { rates } of results) expect(rates[0]).toBeGreaterThan(0);
  },
);
