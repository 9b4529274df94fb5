import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPauseDue } from '../../src/http/pause.js';
import { BodyMeter, type RequestWork } from '../../src/http/request-work.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(async () => {
  // Ends the last slice, which began in fake time.
  await new Promise(setImmediate);
  vi.useRealTimers();
});

/** Returns the body of a request in a turn whose slice is used up, as it is by the parser of an earlier body. */
function meterOf(signal: AbortSignal): BodyMeter {
  isPauseDue();
  vi.advanceTimersByTime(11);
  const work = { client: '', holdBody: () => {}, signal } satisfies Partial<RequestWork>;
  return new BodyMeter(work as Partial<RequestWork> as RequestWork).resume();
}

test('a large body ends in a later turn if the slice of this turn is used up', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('turn'));
  const meter = meterOf(new AbortController().signal);
  meter.once('end', () => order.push('end'));
  meter.end('body');
  await once(meter, 'end');
  expect(order).toEqual(['turn', 'end']);
});

test('a request that ends meanwhile fails its body', async () => {
  const reason = new Error('gone');
  const meter = meterOf(AbortSignal.abort(reason));
  meter.end('body');
  expect(await once(meter, 'error')).toEqual([reason]);
});
