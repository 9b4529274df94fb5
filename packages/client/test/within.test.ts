import { describe, expect, test } from 'vitest';
import { unlessAborted, within } from '../src/within.js';

const never = new Promise<never>(() => {});

describe('within', () => {
  test('gives the value or the failure of the promise', async () => {
    expect(await within(1000, Promise.resolve(7))).toBe(7);
    await expect(within(1000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  test('rejects where it does not come in time', async () => {
    await expect(within(5, never)).rejects.toThrow('no answer within 5 ms');
    const late = () => new TypeError('late');
    await expect(within(5, never, late)).rejects.toThrow(TypeError);
  });
});

describe('unlessAborted', () => {
  test('gives the value or the failure of the promise', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(signal, Promise.resolve(7))).toBe(7);
    await expect(unlessAborted(signal, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  test('rejects with the reason, at once where it was aborted before', async () => {
    const controller = new AbortController();
    const waiting = unlessAborted(controller.signal, never);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(unlessAborted(controller.signal, Promise.resolve(7))).rejects.toThrow('enough');
  });
});
