import { expect, test } from 'vitest';
import { greet } from '../support/greet.js';
import { commandHelp, overviewHelp } from '../support/help.js';

test('the help of a command', () => {
  expect(commandHelp(greet)).toBe(`Usage: repkit greet [options] TIME NAME…

Says hello. To whomever.

Options:
  --loud          In capitals, as if it weren't [late].
  --times N       How often: once without it.
  --tone NAME     Of the words: kind (default), rude.
  --to FILE       Where it goes.
  --from FILE     Where it is.
  --archive PATH  Where it stays.
  -h, --help      Show this help.

Examples:
  # One greeting
  repkit greet Ann
  # A loud one
  repkit greet --loud 'Ann Other'

Manners:
  0  always

  Nothing else.

Names:
  .first and "last"

Exit code:
  0  always
  2  invalid options or input; see standard error
`);
});

test('lines wrap at the width of the terminal, up to 120 columns', () => {
  const wide = {
    ...greet,
    options: { a: { description: `${'word '.repeat(40).trim()}.` } },
    notes: { Words: 'word '.repeat(40).trim() },
  };
  const text = (words: number) => 'word '.repeat(words).trim();
  expect(commandHelp(wide)).toContain(`\n  --a         ${text(13)}\n              ${text(13)}\n`);
  expect(commandHelp(wide)).toContain(`\nWords:\n  ${text(15)}\n  ${text(15)}\n`);
  for (const columns of [120, 200]) {
    expect(commandHelp(wide, columns)).toContain(`\n  --a         ${text(21)}\n`);
    expect(commandHelp(wide, columns)).toContain(`\nWords:\n  ${text(23)}\n`);
  }
});

test('the overview lists every command and an example of each', () => {
  const help = overviewHelp([greet, { ...greet, name: 'part' }]);
  expect(help).toMatch(/\n {2}greet +Says hello\. To whomever\.\n {2}part /);
  expect(help).toContain('  -V, --version ');
  expect(help).toContain('repkit greet Ann\n');
  expect(help).not.toContain('--loud');
  expect(help).toContain('NO_COLOR');
});
