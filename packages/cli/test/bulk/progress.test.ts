import { expect, test } from 'vitest';
import { progressLine } from '../../src/bulk/progress.js';
import { fakeIo } from '../support/fake-io.js';

function shown(total: number | undefined) {
  let now = 0;
  const io = fakeIo({ now: () => now });
  const progress = progressLine(total, io);
  return { io, progress, wait: (ms: number) => (now += ms) };
}

test('rate, progress and remaining time if the size is known', () => {
  const { io, progress, wait } = shown(4000);
  wait(10_000);
  progress.read(1000);
  progress.show(20_000_000);
  expect(io.written.err).toBe('\r[#####...............] 25%, 20,000,000 lines, 2,000,000/s, 30 s left\x1b[K');
});

test('only the rate if the size is unknown', () => {
  const { io, progress, wait } = shown(undefined);
  wait(1000);
  progress.read(1000);
  progress.show(50);
  expect(io.written.err).toBe('\r50 lines, 50/s\x1b[K');
});

test('the line is updated a few times per second, and erased only if shown', () => {
  const { io, progress, wait } = shown(10);
  progress.clear();
  progress.show(1);
  expect(io.written.err).toBe('');
  wait(200);
  progress.show(1);
  progress.show(2);
  expect(io.written.err.split('\r').length).toBe(2);
  progress.clear();
  expect(io.written.err.endsWith('\r\x1b[K')).toBe(true);
});
