import { expect, test } from 'vitest';
import { helpText } from '../../src/commands/help.js';
import { commands } from '../../src/commands/registry.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

async function repkitHelp(...argv: string[]) {
  const io = fakeIo();
  const code = await run(['help', ...argv], io);
  return { code, ...io.written };
}

test('all commands or one', async () => {
  expect(await repkitHelp()).toEqual({ code: 0, out: await helpText(commands), err: '' });
  expect(await repkitHelp('check')).toEqual({
    code: 0,
    out: await helpText(commands, 'check'),
    err: '',
  });
  expect(await helpText(commands, 'check')).toMatch(/^Usage: repkit check /);
});

test.each([
  [['nothing'], 'repkit help: Unknown command "nothing". See repkit --help.'],
  [['check', 'lint'], 'repkit help: Unexpected argument "lint". Write "repkit help [COMMAND]".'],
])('%j is rejected', async (argv, message) => {
  expect(await repkitHelp(...argv)).toEqual({ code: 2, out: '', err: `${message}\n` });
});
