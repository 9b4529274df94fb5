import { expect, test } from 'vitest';
import { startProcess } from '../src/running.js';

const node = (code: string) => startProcess(process.execPath, ['-e', code], /ready \d+/);

test('a process runs from its ready message until it is stopped', async () => {
  const running = await node('console.log("ready 7"); setInterval(() => {}, 1000)');
  expect(running.found).toBe('ready 7');
  await running.end();
  expect(() => process.kill(running.pid, 0)).toThrow();
});

test('rejects if the process exits early or cannot be run', async () => {
  await expect(node('console.error("out of order")')).rejects.toThrow(
    'exited before it was ready: out of order',
  );
  await expect(startProcess('no-such-program', [], /x/)).rejects.toThrow(
    'Cannot run no-such-program',
  );
});
