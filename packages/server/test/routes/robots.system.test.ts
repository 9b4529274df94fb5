import { RedisStore } from '@repkit/client/redis';
import { expect, onTestFinished, test } from 'vitest';
import { startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { describeWith } from '../../../../test/support/program.js';
import { ORIGIN, type ResponseBody } from '../support/robots-body.js';
import { startService } from '../support/service.js';

describeWith(['redis-server'], 'two instances on one Redis', () => {
  test('removal on one instance reaches the memory of the other', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const sites: Record<string, { status: number; body?: string }> = {};
    const [one, other] = await Promise.all(
      [1, 2].map(() => {
        const store = new RedisStore({ client: redis.url });
        onTestFinished(() => store.close());
        return startService({ store, sites });
      }),
    );
    const statusAt = async (service: typeof one, policy: string) => {
      const path = `/v1/robots?origin=${ORIGIN}&policy=${policy}`;
      const body = (await (await service?.get(path))?.json()) as ResponseBody;
      return body.provenance.status;
    };
    for (const policy of ['rfc9309', 'google']) {
      expect(await statusAt(one, policy)).toBe(200);
      expect(await statusAt(other, policy)).toBe(200);
    }
    sites[ORIGIN] = { status: 404 };
    const url = `${one?.url}/v1/robots?origin=${ORIGIN}`;
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    for (const policy of ['rfc9309', 'google']) {
      await expect.poll(() => statusAt(other, policy)).toBe(404);
      expect(await statusAt(one, policy)).toBe(404);
    }
    expect([...(one?.fetched ?? []), ...(other?.fetched ?? [])]).toHaveLength(2);
  });
});
