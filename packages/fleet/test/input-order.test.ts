import { expect, test } from 'vitest';
import { InputOrder } from '../src/input-order.js';

const LINES = 1000;

function row(line: number, token: string) {
  return { line, json: `{"url":"u${line}","token":"${token}","verdict":"allowed"}` };
}

test.each([LINES, 3])('sorts rows and removes duplicates with %i lines in memory', (most) => {
  const order = new InputOrder(LINES, 2, most);
  const lines = Array.from({ length: LINES }, (_, n) => 1 + ((n * 7919) % LINES));
  for (const line of lines) {
    // Line 400 lacks a row, line 500 is missing, and line 300 is duplicated.
    if (line === 500) continue;
    order.add(row(line, 'a'));
    if (line !== 400) order.add(row(line, 'b'));
    if (line === 300) for (const token of ['a', 'b']) order.add(row(line, token));
  }
  order.add(row(LINES + 1, 'a'));
  const wanted = Array.from({ length: LINES }, (_, n) => n + 1)
    .filter((line) => line !== 400 && line !== 500)
    .flatMap((line) => [row(line, 'a'), row(line, 'b')]);
  expect([...order.rows()].flat()).toEqual(wanted);
  order.close();
});

test('a run without lines has no rows', () => {
  expect([...new InputOrder(0, 1).rows()]).toEqual([]);
});
