import { describe, expect, test } from 'vitest';
import { Store } from '../../src/state/app-context.js';

describe('the store', () => {
  test('changes the fields it is given, and tells everyone once', () => {
    const store = new Store({ a: 1, b: 'x' });
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(store.state));
    store.change({ a: 2, b: 'y' });
    expect(seen).toEqual([{ a: 2, b: 'y' }]);
  });

  test('tells nobody where nothing changed', () => {
    const store = new Store({ a: 1, b: Number.NaN });
    const before = store.state;
    let told = 0;
    store.subscribe(() => told++);
    store.change({ a: 1, b: Number.NaN });
    expect([told, store.state]).toEqual([0, before]);
  });

  test('leaves those alone who do not listen any longer', () => {
    const store = new Store({ a: 1 });
    let told = 0;
    store.subscribe(() => told++)();
    store.change({ a: 2 });
    expect(told).toBe(0);
  });
});
