import { expect, test } from 'vitest';
import { commandHelp, overviewHelp } from '../../src/render/help.js';
import { greet } from '../support/greet.js';

test('the help of a command', () => {
  expect(commandHelp(greet)).toBe(`Usage: repkit greet [options] day|night NAME…

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

test('lines wrap at 80 columns; a wide term gets a separate line', () => {
  const wide = {
    ...greet,
    options: {
      a: { description: `${'word '.repeat(20).trim()}.` },
      wide: { value: 'A-NAME-THAT-IS-VERY-LONG', description: 'Narrow.' },
    },
  };
  expect(commandHelp(wide)).toContain(`
  --a         ${'word '.repeat(13).trim()}
              ${'word '.repeat(7).trim()}.
  --wide A-NAME-THAT-IS-VERY-LONG
              Narrow.
`);
});

test('the overview lists every command and an example of each', () => {
  const help = overviewHelp([greet, { ...greet, name: 'part' }]);
  expect(help).toContain('  greet  Says hello. To whomever.\n  part ');
  expect(help).toContain('  -V, --version ');
  expect(help).toContain('repkit greet Ann\n');
  expect(help).not.toContain('--loud');
  expect(help).toContain('NO_COLOR');
});
