/** When verdicts are written, and how the command exits. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makePlace, type Place } from './commands.js';

function startFilter({ folder, env }: Place) {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const argv = ['filter', '--verdict-only', '--robots', 'robots.txt', '--quiet'];
  const child = spawn('repkit', argv, { cwd: folder, env, stdio: [...stdio] });
  const pieces = child.stdout?.setEncoding('utf8')[Symbol.asyncIterator]();
  const { stdin } = child;
  if (stdin === null || pieces === undefined) throw new Error('there is no pipe');
  /** Reads exactly this many bytes of verdicts. */
  const read = async (length: number): Promise<string> => {
    let text = '';
    while (text.length < length) text += (await pieces.next()).value ?? '<end>';
    return text;
  };
  return { child, stdin, read };
}

test('all verdicts of a block are written before the next block is read', async () => {
  const { child, stdin, read } = startFilter(makePlace());
  for (const size of [1, 65_409, 2, 10_000, 1]) {
    stdin.write('/p\n'.repeat(size));
    const expected = 'disallowed\n'.repeat(size);
    expect((await read(expected.length)) === expected).toBe(true);
  }
  stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('a line that arrives in parts yields one verdict once it is complete', async () => {
  const { child, stdin, read } = startFilter(makePlace());
  for (const byte of '/p\tGPTBot\r') {
    stdin.write(byte);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(child.stdout?.readableLength).toBe(0);
  stdin.write('\n');
  expect(await read(1)).toBe('disallowed\n');
  stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('a line longer than 16 MiB yields a verdict', async () => {
  const { child, stdin, read } = startFilter(makePlace());
  const piece = Buffer.alloc(1024 * 1024, 'x');
  stdin.write('/p\n/');
  for (let written = 0; written < 20; written++) {
    if (!stdin.write(piece)) await once(stdin, 'drain');
  }
  stdin.write('\n/x\n');
  const expected = 'disallowed\ninvalid\nallowed\n';
  expect(await read(expected.length)).toBe(expected);
  stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('empty input yields no output', async () => {
  const { child, stdin, read } = startFilter(makePlace());
  stdin.end();
  expect(await read(1)).toBe('<end>');
  expect(child.exitCode ?? (await once(child, 'close'))[0]).toBe(0);
});

test('the command exits quietly when the engine stops reading, even if its input stays open', async () => {
  const { child, stdin, read } = startFilter(makePlace());
  stdin.on('error', () => {}).write('/p\n');
  await read(1);
  child.stdout?.destroy();
  stdin.write('/p\n');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('invalid options are reported before any line is read', async () => {
  const { folder, env } = makePlace();
  const run = promisify(execFile)('repkit', ['filter', '--verdict-only', '--agent', 'a', '--agent', 'b'], {
    cwd: folder,
    env,
  });
  await expect(run).rejects.toMatchObject({ code: 2, stdout: '' });
});
