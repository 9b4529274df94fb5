import { expect, test } from 'vitest';
import { inOrder } from '../src/threads/in-order.js';

async function* count(to: number, taken: number[] = []): AsyncGenerator<number> {
  for (let at = 0; at < to; at++) {
    taken.push(at);
    yield at;
  }
}

test('results are yielded in the order of the items', async () => {
  const results: number[] = [];
  const work = async (item: number) => {
    await new Promise((resolve) => setTimeout(resolve, item % 3 === 0 ? 20 : 0));
    return item;
  };
  for await (const result of inOrder(count(20), 5, work)) results.push(result);
  expect(results).toEqual(Array.from({ length: 20 }, (_, at) => at));
});

test('no more than atOnce items are taken', async () => {
  const taken: number[] = [];
  const results = inOrder(count(1000, taken), 4, (item) => item);
  await results.next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(taken.length).toBeLessThanOrEqual(5);
  await results.return(undefined);
});

test('without room, items are taken one at a time', async () => {
  const taken: number[] = [];
  let most = 0;
  let waiting = 0;
  const work = async (item: number) => {
    most = Math.max(most, ++waiting);
    await new Promise((resolve) => setTimeout(resolve, 1));
    waiting--;
    return item;
  };
  for await (const _ of inOrder(count(10, taken), 4, work, () => false));
  expect(taken).toHaveLength(10);
  expect(most).toBe(1);
});

test('a result does not wait for an item that never comes', async () => {
  const slow = (async function* () {
    yield 1;
    await new Promise(() => {});
  })();
  const results = inOrder(slow, 4, async (item) => item);
  expect(await results.next()).toEqual({ value: 1, done: false });
});

test('a failure ends the iteration in its turn', async () => {
  const work = async (item: number) => {
    if (item === 2) throw new Error('no');
    return item;
  };
  const seen: number[] = [];
  const all = async () => {
    for await (const result of inOrder(count(10), 4, work)) seen.push(result);
  };
  await expect(all()).rejects.toThrow('no');
  expect(seen).toEqual([0, 1]);
});

test('a failure of the source comes after the results of the items before it', async () => {
  const failing = (async function* () {
    yield* count(5);
    throw new Error('the input ends early');
  })();
  const work = async (item: number) => {
    await new Promise((resolve) => setTimeout(resolve, 5 - item));
    return item;
  };
  const seen: number[] = [];
  const all = async () => {
    for await (const result of inOrder(failing, 8, work)) seen.push(result);
  };
  await expect(all()).rejects.toThrow('the input ends early');
  expect(seen).toEqual([0, 1, 2, 3, 4]);
});
