import { expect, test } from 'vitest';
import { CACHED_HEAT, CRAWLEE, REPKIT_CLIENT, raceClients } from '../src/client.js';
import { rateOf } from '../src/race.js';

test('both clients check from their cache, and requests are counted', async () => {
  const contenders = [REPKIT_CLIENT, CRAWLEE];
  const figures = await raceClients(contenders, { rounds: 1, turnMs: 1, warmUpMs: 1 });
  for (const { name } of contenders) {
    expect(rateOf(figures.cached, CACHED_HEAT, name)).toBeGreaterThan(0);
    expect(figures.requests.get(name)).toBeGreaterThan(0);
  }
  expect(figures.requests.get(REPKIT_CLIENT.name)).toBe(1);
});
