import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

async function repkit(...argv: string[]) {
  const io = fakeIo();
  const code = await run(argv, io);
  return { code, ...io.written };
}

test('all commands or one', async () => {
  const all = await repkit('help');
  expect(all).toEqual({ code: 0, out: expect.stringMatching(/^Usage: repkit COMMAND/), err: '' });
  expect(all).toEqual(await repkit('--help'));
  const check = await repkit('help', 'check');
  expect(check.out).toMatch(/^Usage: repkit check /);
  expect(check).toEqual(await repkit('check', '--help'));
});

test.each([
  [['nothing'], /^repkit help: Unknown command "nothing"\. Use one of check, page, /],
  [['check', 'lint'], /^repkit help: Unexpected argument "lint"\. Write "repkit help \[COMMAND\]"\.\n$/],
])('%j is rejected', async (argv, message) => {
  const { code, out, err } = await repkit('help', ...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
});
