import { describe, expect, test } from 'vitest';
import { Store } from '../../src/state/app-context.js';

describe('the store', () => {
  test('merges changes and notifies listeners once', () => {
    const store = new Store({ a: 1, b: 'x' });
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(store.state));
    store.change({ a: 2, b: 'y' });
    expect(seen).toEqual([{ a: 2, b: 'y' }]);
  });

  test('does not notify if nothing changed', () => {
    const store = new Store({ a: 1, b: Number.NaN });
    const before = store.state;
    let calls = 0;
    store.subscribe(() => calls++);
    store.change({ a: 1, b: Number.NaN });
    expect([calls, store.state]).toEqual([0, before]);
  });

  test('does not notify unsubscribed listeners', () => {
    const store = new Store({ a: 1 });
    let calls = 0;
    store.subscribe(() => calls++)();
    store.change({ a: 2 });
    expect(calls).toBe(0);
  });
});
