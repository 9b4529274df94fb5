import { expect, test } from 'vitest';
import type { Command } from '../../src/command.js';
import { commandHelp, overviewHelp } from '../../src/render/help.js';

const command: Command = {
  name: 'greet',
  summary: 'Says hello.',
  positionals: 'NAME…',
  options: [
    { name: 'loud', description: 'In capitals.' },
    { name: 'times', value: 'N', description: 'How often;\nonce without it.' },
  ],
  examples: [
    { says: 'One greeting', command: 'repkit greet Ann' },
    { says: 'A loud one', command: 'repkit greet --loud Ann' },
    { says: 'Three', command: 'repkit greet --times 3 Ann' },
  ],
  notes: [{ title: 'Exit code', lines: ['0  always', '', 'Nothing else.'] }],
  run: async () => 0,
};

test('the help of a command', () => {
  expect(commandHelp(command)).toBe(`Usage: repkit greet [options] NAME…

Says hello.

Options:
  --loud      In capitals.
  --times N   How often;
              once without it.
  -h, --help  This text.

Examples:
  # One greeting
  repkit greet Ann
  # A loud one
  repkit greet --loud Ann
  # Three
  repkit greet --times 3 Ann

Exit code:
  0  always

  Nothing else.
`);
});

test('the overview lists every command and two examples of each', () => {
  const help = overviewHelp([command]);
  expect(help).toContain('  greet         Says hello.\n');
  expect(help).toContain('  -V, --version ');
  expect(help).toContain('repkit greet --loud Ann\n');
  expect(help).not.toContain('--times');
});
