import { expect, test } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { body, resultOf } from '../support/fetch-run.js';
import { startRedis } from '../support/redis.js';

describeWithRedis('a store in Redis', () => {
  test('is shared by two runs', async () => {
    const { origin, log } = await siteWith(200, body);
    const store = { kind: 'custom', by: '--store', url: await startRedis('secret') } as const;
    expect((await resultOf(origin, { store })).provenance).toMatchObject({ source: 'fetched' });
    expect((await resultOf(`${origin}/b`, { store })).provenance).toMatchObject({
      source: 'store',
      store: 'redis',
    });
    expect(log).toHaveLength(1);
  });
});
