import { expect, test } from 'vitest';
import { oncePer } from '../../src/dialect/once-per.js';

test.each([[{}], [undefined]])('oncePer computes a result once per subject: %j', (result) => {
  const computed: object[] = [];
  const compute = oncePer((subject: object) => {
    computed.push(subject);
    return result;
  });
  const [one, other] = [{}, {}];
  for (const subject of [one, other, one, other]) expect(compute(subject)).toBe(result);
  expect(computed).toEqual([one, other]);
});
