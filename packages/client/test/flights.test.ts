import { describe, expect, test } from 'vitest';
import { Flights } from '../src/async/flights.js';
import { gate } from './support/scripted-transport.js';

describe('single flight', () => {
  test('callers that come while work runs share its result; later ones start new work', async () => {
    const flights = new Flights<number>();
    let begun = 0;
    const { opened, open } = gate();
    const work = async () => {
      const number = ++begun;
      await opened;
      return number;
    };
    const all = Promise.all(Array.from({ length: 100 }, () => flights.join('a', undefined, work)));
    expect(flights.has('a')).toBe(true);
    expect(flights.has('b')).toBe(false);
    open();
    expect(new Set(await all)).toEqual(new Set([1]));
    expect(flights.has('a')).toBe(false);
    expect(await flights.join('a', undefined, work)).toBe(2);
  });

  test('keys are independent, and a failure reaches all waiting callers', async () => {
    const flights = new Flights<string>();
    const fail = async () => {
      throw new Error('no');
    };
    const both = await Promise.allSettled([
      flights.join('a', undefined, fail),
      flights.join('a', undefined, fail),
      flights.join('b', undefined, async () => 'b'),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await flights.join('a', undefined, async () => 'again')).toBe('again');
  });

  test("a signal ends one caller's wait; the work continues for the others", async () => {
    const flights = new Flights<string>();
    const { opened, open } = gate();
    const controller = new AbortController();
    let wasAborted = false;
    const work = async (signal: AbortSignal) => {
      await opened;
      wasAborted = signal.aborted;
      return 'done';
    };
    const leaving = flights.join('a', controller.signal, work);
    const staying = flights.join('a', undefined, work);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    open();
    expect(await staying).toBe('done');
    expect(wasAborted).toBe(false);
  });

  test('the work is aborted when its last caller has left', async () => {
    const flights = new Flights<string>();
    const controllers = [new AbortController(), new AbortController()];
    let reason: unknown;
    const work = (signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          reject(signal.reason);
        });
      });
    const waiting = controllers.map(({ signal }) => flights.join('a', signal, work));
    controllers[0].abort(new Error('first'));
    await expect(waiting[0]).rejects.toThrow('first');
    expect(reason).toBeUndefined();
    controllers[1].abort(new Error('second'));
    await expect(waiting[1]).rejects.toThrow('second');
    expect(reason).toEqual(new Error('second'));
    expect(flights.has('a')).toBe(false);
  });

  test('a caller that comes after the last one has left is not affected by the abort', async () => {
    const flights = new Flights<string>();
    const controller = new AbortController();
    const { opened, open } = gate();
    const work = async (signal: AbortSignal) => {
      await opened;
      signal.throwIfAborted();
      return 'done';
    };
    const leaving = flights.join('a', controller.signal, work);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    const late = flights.join('a', undefined, work);
    open();
    expect(await late).toBe('done');
  });

  test('detached work continues for its callers; later ones start new work', async () => {
    const flights = new Flights<boolean>();
    const { opened, open } = gate();
    const work = async (_: AbortSignal, isAttached: () => boolean) => {
      await opened;
      return isAttached();
    };
    const first = flights.join('a', undefined, work);
    flights.detach('a');
    const second = flights.join('a', undefined, work);
    const other = flights.join('b', undefined, work);
    flights.detach('c');
    open();
    expect(await Promise.all([first, second, other])).toEqual([false, true, true]);
  });

  test('close also aborts detached work', async () => {
    const flights = new Flights<string>();
    const waiting = flights.join(
      'a',
      undefined,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const ended = expect(waiting).rejects.toThrow('closed');
    flights.detach('a');
    await flights.close(new Error('closed'));
    await ended;
  });

  test('close aborts all work, and no work starts after it', async () => {
    const flights = new Flights<string>();
    const work = (signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const waiting = flights.join('a', undefined, work);
    waiting.catch(() => {});
    await flights.close(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(flights.join('a', undefined, work)).rejects.toThrow('The client is closed');
  });
});
