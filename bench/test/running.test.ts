import { expect, test } from 'vitest';
import { startProcess } from '../src/running.js';

const node = (code: string) => startProcess(process.execPath, ['-e', code], /ready \d+/);

test('a process that reports that it is ready runs until it is stopped', async () => {
  const running = await node('console.log("ready 7"); setInterval(() => {}, 1000)');
  expect(running.found).toBe('ready 7');
  await running.end();
  expect(() => process.kill(running.pid, 0)).toThrow();
});

test('one that ends before, or cannot be run, is an error that says so', async () => {
  await expect(node('console.error("out of order")')).rejects.toThrow('has ended: out of order');
  await expect(startProcess('no-such-program', [], /x/)).rejects.toThrow(
    'cannot be run: install it',
  );
});
