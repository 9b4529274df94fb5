import { expect, test } from 'vitest';
import { InOrder } from '../../src/bulk/in-order.js';

test('what is there later is taken in its place, and no more wait than is said', async () => {
  const taken: number[] = [];
  const done: (() => void)[] = [];
  const order = new InOrder<number>(3, async (item) => {
    taken.push(item);
  });
  const item = (value: number) =>
    new Promise<number>((resolve) => {
      done[value] = () => resolve(value);
    });
  await order.add(item(0));
  await order.add(item(1));
  let hasRoom = false;
  const third = order.add(item(2)).then(() => {
    hasRoom = true;
  });
  done[2]();
  done[1]();
  await new Promise(setImmediate);
  expect({ taken, hasRoom }).toEqual({ taken: [], hasRoom: false });
  done[0]();
  await third;
  await order.end();
  expect(taken).toEqual([0, 1, 2]);
});

test('nothing is taken behind what went wrong', async () => {
  const taken: number[] = [];
  const order = new InOrder<number>(2, async (item) => {
    taken.push(item);
  });
  await order.add(Promise.resolve(1));
  await order.add(Promise.reject(new Error('lost')));
  await expect(order.add(Promise.resolve(3))).rejects.toThrow('lost');
  await expect(order.end()).rejects.toThrow('lost');
  expect(taken).toEqual([1]);
});
