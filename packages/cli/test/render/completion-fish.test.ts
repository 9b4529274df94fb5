/** commands/completion.test.ts tests the script in a real fish. */
import { expect, test } from 'vitest';
import { fishCompletion } from '../../src/render/completion-fish.js';
import { greet } from '../support/greet.js';

test('commands, options and their values', () => {
  const script = fishCompletion([greet]);
  const start = "complete -c repkit -n '__repkit_is greet 9999' ";
  const lines = script.split('\n').filter((line) => line.startsWith(start));
  expect(lines.map((line) => line.slice(start.length))).toEqual([
    String.raw`-l loud -d 'In capitals, as if it weren\'t [late]'`,
    "-l times -x -d 'How often: once without it'",
    "-l tone -x -a 'kind rude' -d 'Of the words'",
    "-l to -r -F -a 'none' -d 'Where it goes'",
    "-l from -r -F -d 'Where it is'",
    "-l archive -r -F -d 'Where it stays'",
    "-l help -s h -d 'Show help'",
  ]);
  expect(script).toContain("-n 'not __repkit_is greet 2; and __repkit_is greet 9999' -F\n");
  expect(script).toContain("-n '__repkit_is_first' -a greet -d 'Says hello'\n");
  expect(script).toContain("-n '__repkit_is greet 2' -a 'day night'\n");
});
