import { expect, test } from 'vitest';
import { commands } from '../../src/commands/registry.js';
import { loadCommand, loadCommands } from '../../src/options/command.js';

test('loads one command, or all in order', async () => {
  expect((await loadCommand(commands, 'lint')).name).toBe('lint');
  expect((await loadCommands(commands)).map(({ name }) => name)).toEqual(Object.keys(commands));
});

test.each([
  ['lnit', 'Unknown command "lnit". Did you mean "lint"?'],
  ['toString', 'Unknown command "toString". See repkit --help.'],
  ['a.txt', '"a.txt" is not a command. To check a URL, write repkit check a.txt.'],
  ['--versoin', 'Did you mean --version?'],
  ['--hlep', 'Did you mean --help?'],
  ['--json', 'Unknown option --json. Options follow the command: repkit check --json ….'],
])('%s is rejected', async (name, message) => {
  await expect(loadCommand(commands, name)).rejects.toThrow(message);
});
