import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ndjsonLines } from '../../src/work/check-stream.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const encoder = new TextEncoder();

async function linesOf(pieces: Iterable<Uint8Array>, most = 100) {
  const lines: [number, string | undefined][] = [];
  const chunks = (async function* () {
    yield* pieces;
  })();
  for await (const { number, text } of ndjsonLines(chunks, most)) lines.push([number, text]);
  return lines;
}

test('chunk boundaries do not change the lines, even inside a character', async () => {
  const bytes = encoder.encode('{"a":"é"}\r\n\n  \n{"b":1}\n{"c":2}');
  const whole = [
    [1, '{"a":"é"}'],
    [4, '{"b":1}'],
    [5, '{"c":2}'],
  ];
  for (let cut = 0; cut <= bytes.length; cut++) {
    expect(await linesOf([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
  }
  expect(await linesOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
});

test('a line that is too long is skipped', async () => {
  const bytes = encoder.encode(`${'x'.repeat(11)}\n${'y'.repeat(10)}\n${'z'.repeat(50)}`);
  expect(await linesOf([bytes.subarray(0, 5), bytes.subarray(5)], 10)).toEqual([
    [1, undefined],
    [2, 'yyyyyyyyyy'],
    [3, undefined],
  ]);
});

test('a line that arrives byte by byte takes little memory', async () => {
  const { heapUsed: before } = process.memoryUsage();
  let during = 0;
  const bytes = (function* () {
    for (let count = 0; count < 300_000; count++) yield encoder.encode('x');
    collectGarbage();
    during = process.memoryUsage().heapUsed;
    yield encoder.encode('\n');
  })();
  expect(await linesOf(bytes, 1 << 20)).toEqual([[1, 'x'.repeat(300_000)]]);
  expect(during - before).toBeLessThan(10 << 20);
});

test('an endless line is not buffered', async () => {
  const megabyte = encoder.encode('x'.repeat(1 << 20));
  const endless = (function* () {
    for (let count = 0; count < 64; count++) yield megabyte;
    yield encoder.encode('\nlast\n');
  })();
  const before = process.memoryUsage().arrayBuffers;
  expect(await linesOf(endless, 1000)).toEqual([
    [1, undefined],
    [2, 'last'],
  ]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
});

test('a long line holds memory while it arrives, and is skipped if memory is exhausted', async () => {
  const long = 'x'.repeat(100_000);
  const linesWith = async (room: boolean) => {
    let held = 0;
    const lines: [number, number, string?][] = [];
    const chunks = (async function* () {
      for (let count = 0; count < 3; count++) yield encoder.encode(`${long}\nshort\n`);
    })();
    const hold = (bytes: number): boolean => {
      if (room) held += bytes;
      return room;
    };
    for await (const line of ndjsonLines(chunks, 1_000_000, hold)) {
      const length = line.text?.length ?? 0;
      lines.push(
        line.text === undefined ? [line.number, length, line.skipped] : [line.number, length],
      );
    }
    expect(held).toBe(0);
    return lines.slice(0, 2);
  };
  expect(await linesWith(true)).toEqual([
    [1, 100_000],
    [2, 5],
  ]);
  expect(await linesWith(false)).toEqual([
    [1, 0, 'no-memory'],
    [2, 5],
  ]);
});

test('an empty stream has no lines', async () => {
  expect(await linesOf([])).toEqual([]);
  expect(await linesOf([encoder.encode('\n\n')])).toEqual([]);
});
