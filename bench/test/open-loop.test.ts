import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closedLoop, openLoop } from '../src/open-loop.js';

test('a pause of the server adds to the latency of every request due during it', async () => {
  let pause: Promise<unknown> | undefined;
  const { sent, latencies } = await openLoop(
    { perSecond: 500, seconds: 0.4, atOnce: 4 },
    async (number) => {
      if (number === 50) pause = sleep(150);
      await pause;
    },
  );
  expect([sent, latencies.length]).toEqual([200, 200]);
  // All requests due in these 150 ms, not only the four in flight.
  expect(latencies.filter((ms) => ms > 50).length).toBeGreaterThan(20);
});

test('limits the requests in flight', async () => {
  let inFlight = 0;
  let most = 0;
  const send = async () => {
    most = Math.max(most, ++inFlight);
    await sleep(5);
    inFlight--;
  };
  await openLoop({ perSecond: 1000, seconds: 0.05, atOnce: 3 }, send);
  expect(most).toBe(3);
  most = 0;
  expect(await closedLoop({ seconds: 0.05, atOnce: 2 }, send)).toBeGreaterThan(0);
  expect(most).toBe(2);
});
