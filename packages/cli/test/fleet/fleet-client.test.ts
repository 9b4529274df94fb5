import { expect, test } from 'vitest';
import { fleetClient } from '../../src/fleet/fleet-client.js';
import { fakeIo } from '../support/fake-io.js';
import { startFleet } from '../support/fleet.js';
import { siteWith } from '../support/site.js';
import { describeWithRedis } from '../support/with-redis.js';

describeWithRedis('clients of a fleet', () => {
  test('ask an origin once among them, and again where others were not allowed to', async () => {
    const { redis } = await startFleet();
    const { origin, log } = await siteWith(200, 'User-agent: *\nDisallow: /p\n');
    const outcomeBy = async (allowHosts: string[], refresh = false, isShared = true) => {
      const options = {
        refresh,
        isShared,
        guard: { allowHosts, allowCidrs: [] },
        userAgent: 'ExampleBot/1.0',
        timeoutMs: 5000,
      };
      const reading = { policy: 'rfc9309', dialect: 'rfc9309' } as const;
      const client = fleetClient(reading, options, ['*'], redis, fakeIo());
      const rules = await client.load(`${origin}/p`);
      await client.close();
      return rules.outcome(`${origin}/p`, 0);
    };
    expect(await outcomeBy([])).toBe('unreachable');
    expect(log).toEqual([]);
    expect(await outcomeBy(['127.0.0.1'])).toBe('disallowed');
    expect(await outcomeBy(['127.0.0.1'])).toBe('disallowed');
    expect(log).toHaveLength(1);
    expect(await outcomeBy(['127.0.0.1'], true)).toBe('disallowed');
    expect(log).toHaveLength(2);
    const keys = await redis.keys('*');
    await redis.flushall();
    expect(await outcomeBy(['127.0.0.1'], false, false)).toBe('disallowed');
    expect(log).toHaveLength(3);
    expect([keys.length, await redis.keys('*')]).toEqual([2, []]);
  });
});
