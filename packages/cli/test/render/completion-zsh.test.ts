/** commands/completion.test.ts tests the script in a real zsh. */
import { expect, test } from 'vitest';
import { zshCompletion } from '../../src/render/completion-zsh.js';
import { greet } from '../support/greet.js';

test('commands, options and their values', () => {
  const script = zshCompletion([greet]);
  expect(script).toMatch(/^#compdef repkit\n/);
  expect(script).toContain("    'greet:Says hello'\n");
  expect(script).toContain(String.raw`
    greet) _arguments \
      '--loud[In capitals, as if it weren'\''t \[late\]]' \
      '*--times=[How often: once without it]:N: ' \
      '--tone=[Of the words]:NAME:(kind rude)' \
      '--to=[Where it goes]:FILE: _repkit_path_or none' \
      '--from=[Where it is]:FILE:_files' \
      '--archive=[Where it stays]:PATH:_files' \
      '--help[Show help]' \
      '1:word:(day night)' \
      '*:file:_files' ;;
`);
});
