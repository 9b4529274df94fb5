import { expect, test } from 'vitest';
import { commands } from '../../src/commands/registry.js';
import { loadCommand, loadCommands } from '../../src/program/load-command.js';

test('a command by its name, or all of them in order', async () => {
  expect((await loadCommand(commands, 'lint')).name).toBe('lint');
  expect((await loadCommands(commands)).map(({ name }) => name)).toEqual(Object.keys(commands));
});

test.each([
  ['lnit', 'there is no command "lnit": was "lint" meant?'],
  ['toString', 'there is no command "toString": see repkit --help for those there are.'],
  ['a.txt', '"a.txt" is no command: write repkit check a.txt to ask about it.'],
  ['--versoin', 'was "--version" meant?'],
  ['--hlep', 'was "--help" meant?'],
  ['--json', 'the command comes before its options: write repkit check --json ….'],
])('%s is none', async (name, message) => {
  await expect(loadCommand(commands, name)).rejects.toThrow(message);
});
