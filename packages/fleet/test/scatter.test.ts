import { expect, test } from 'vitest';
import { linesOf, Scatter, WAYS } from '../src/scatter.js';

test('lines come back from the file they went to, in order, however the file is cut', () => {
  const scatter = new Scatter();
  const long = '\xe9'.repeat(200_000);
  for (let n = 0; n < 1000; n++) scatter.add(n % 3 === 0 ? 0 : WAYS - 1, `line ${n}`);
  scatter.add(0, long);
  scatter.add(0, '');
  scatter.add(0, long);
  const files = scatter.files();
  expect(files.filter((file) => file !== undefined)).toHaveLength(2);
  const [first] = files;
  if (first === undefined) throw new Error('there is no file');
  const lines = Array.from({ length: 334 }, (_, n) => `line ${3 * n}`).concat(long, '', long);
  expect([...linesOf(first)]).toEqual(lines);
  const bytes = Buffer.concat([...first.read()]);
  for (const size of [1009, 65_536]) {
    const read = function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    expect([...linesOf({ read })]).toEqual(lines);
  }
});
