import { MemoryStore, type Store } from '@repkit/client';
import { expect, test } from 'vitest';
import { startService } from '../support/service.js';

const real = new MemoryStore();
const failing: Store = {
  name: 'memory',
  acquire: async () => {
    throw new Error('the store is gone');
  },
  commit: (lease, commit) => real.commit(lease, commit),
  changed: (key, timeout) => real.changed(key, timeout),
  remove: (key) => real.remove(key),
  onRemoved: (listener) => real.onRemoved(listener),
  close: () => real.close(),
};

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
  expect(await (await service.get('/metrics')).text()).toContain(
    'repkit_store_up{store="memory"} 0',
  );
});
