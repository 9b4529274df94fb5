/** PowerShell is not among the programs of the tests, so this test compares the text of the script. */
import { expect, test } from 'vitest';
import { powershellCompletion } from '../../src/render/completion-powershell.js';
import { greet } from '../support/greet.js';

test('commands, options and their values', () => {
  const script = powershellCompletion([greet]);
  expect(script).toContain('Register-ArgumentCompleter -Native -CommandName repkit -ScriptBlock {');
  expect(script).toContain("$commands = [ordered]@{ 'greet' = 'Says hello'; '--help' = 'Show help'; ");
  expect(script).toContain("'greet' = [ordered]@{ '--loud' = 'In capitals, as if it weren''t [late]'; '--times' = ");
  expect(script).toContain(`
        'greet --times' = [ordered]@{  }
        'greet --tone' = [ordered]@{ 'kind' = 'kind'; 'rude' = 'rude' }
        'greet --to' = [ordered]@{ 'none' = 'none' }
        'greet --from' = [ordered]@{  }
        'greet --archive' = [ordered]@{  }
    }
    $first = @{
        'greet' = [ordered]@{ 'day' = 'day'; 'night' = 'night' }
    }
    $paths = @('greet --to', 'greet --from', 'greet --archive')
    $files = @('greet')
`);
});
