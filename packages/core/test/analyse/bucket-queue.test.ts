import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BucketQueue } from '../../src/analyse/bucket-queue.js';

test('the lowest comes first, and of equal ones the one that came last', () => {
  const queue = new BucketQueue();
  queue.push(1, 3);
  queue.push(2, 5);
  queue.push(3, 3);
  expect([queue.pop(), queue.pop()]).toEqual([3, 1]);
  queue.push(4, 0);
  expect([queue.pop(), queue.pop(), queue.pop()]).toEqual([4, 2, undefined]);
});

test('agrees with sorting', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (orders) => {
      const queue = new BucketQueue();
      for (const [value, order] of orders.entries()) queue.push(value, order);
      const expected = [...orders.entries()].sort(([i, a], [j, b]) => a - b || j - i);
      expect(expected.map(() => queue.pop())).toEqual(expected.map(([value]) => value));
      expect(queue.pop()).toBeUndefined();
    }),
  );
});
