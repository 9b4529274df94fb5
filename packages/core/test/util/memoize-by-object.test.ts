import { expect, test } from 'vitest';
import { memoizeByObject } from '../../src/util/memoize-by-object.js';

test.each([[{}], [undefined]])('memoizeByObject computes a result once per object: %j', (result) => {
  const computed: object[] = [];
  const compute = memoizeByObject((subject: object) => {
    computed.push(subject);
    return result;
  });
  const [one, other] = [{}, {}];
  for (const subject of [one, other, one, other]) expect(compute(subject)).toBe(result);
  expect(computed).toEqual([one, other]);
});
