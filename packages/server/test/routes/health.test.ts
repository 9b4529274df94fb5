import { MemoryStore, type Store } from '@repkit/client';
import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

const gone = async () => {
  throw new Error('the store is gone');
};
const failing: Store = Object.assign(new MemoryStore(), { get: gone, lock: gone });

test('a failing store is reported, and the service stays ready', async () => {
  const service = await startService({ store: failing });
  const ready = await service.get('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({
    status: 'ready',
    store: { name: 'memory', state: 'failing' },
  });
  expect((await service.get('/healthz')).status).toBe(200);
  const answer = await service.post('/v1/check', {
    urls: ['https://a.example/private/'],
    productTokens: ['Bot'],
  });
  expect(await answer.json()).toMatchObject({ verdicts: [{ verdict: 'disallowed' }] });
  expect(await (await service.get('/metrics')).text()).toContain('repkit_store_up{store="memory"} 0');
});
