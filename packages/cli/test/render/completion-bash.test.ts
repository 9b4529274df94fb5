/** commands/completion.test.ts tests the script in a real bash. */
import { expect, test } from 'vitest';
import { bashCompletion } from '../../src/render/completion-bash.js';
import { greet } from '../support/greet.js';

test('commands, options and their values', () => {
  const script = bashCompletion([greet]);
  expect(script).toContain("words='greet --help --version'\n");
  expect(script).toContain(`
    'greet --times') return ;;
    'greet --tone') words='kind rude' ;;
    'greet --to') words='none' paths=f ;;
    'greet --from') paths=f ;;
    'greet --archive') paths=f ;;
    *)
      case $command in
      greet)
        options='--loud --times --tone --to --from --archive --help' paths=f
        if ((COMP_CWORD == 2)); then words='day night' paths=; fi
        ;;
`);
});
