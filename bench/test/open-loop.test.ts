import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closedLoop, openLoop } from '../src/open-loop.js';

test('a pause of the server is in the latency of every request that was due in it', async () => {
  let pause: Promise<unknown> | undefined;
  const { sent, latencies } = await openLoop(
    { perSecond: 500, seconds: 0.4, atOnce: 4 },
    async (number) => {
      if (number === 50) pause = sleep(150);
      await pause;
    },
  );
  expect([sent, latencies.length]).toEqual([200, 200]);
  // All that were due in these 150 ms, and not only the four that were under way.
  expect(latencies.filter((ms) => ms > 50).length).toBeGreaterThan(20);
});

test('no more are under way than may be', async () => {
  let underWay = 0;
  let most = 0;
  const send = async () => {
    most = Math.max(most, ++underWay);
    await sleep(5);
    underWay--;
  };
  await openLoop({ perSecond: 1000, seconds: 0.05, atOnce: 3 }, send);
  expect(most).toBe(3);
  most = 0;
  expect(await closedLoop({ seconds: 0.05, atOnce: 2 }, send)).toBeGreaterThan(0);
  expect(most).toBe(2);
});
