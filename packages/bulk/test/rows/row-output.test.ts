import { expect, test } from 'vitest';
import { RowOutput } from '../../src/rows/row-output.js';

test('copies any number of bytes from and to any offset', () => {
  const output = new RowOutput();
  const expected: number[] = [];
  const sources = [0, 1].map((first) => Uint8Array.from({ length: 400 }, (_, at) => first + at * 151));
  for (let length = 0; length < 300; length++) {
    for (const source of sources) {
      const part = source.subarray(3);
      const start = length % 11;
      output.copy(part, start, start + length);
      expected.push(...part.subarray(start, start + length));
    }
  }
  expect([...output.take()]).toEqual(expected);
});

test('grows, and starts again after it is taken', () => {
  const output = new RowOutput();
  const row = Uint8Array.from({ length: 60 }, (_, at) => at);
  for (let count = 0; count < 10_000; count++) output.copy(row, 0, row.length);
  const bytes = output.take();
  expect(bytes.length).toBe(600_000);
  expect([...bytes.subarray(-60)]).toEqual([...row]);
  output.copy(row, 0, 30);
  expect([...output.take()]).toEqual([...row.subarray(0, 30)]);
});
