import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

test.each([
  [[], 'repkit completion: Missing argument. Write "repkit completion SHELL".'],
  [['bash', 'zsh'], 'repkit completion: Unexpected argument "zsh". Write "repkit completion SHELL".'],
  [['fihs'], 'repkit completion: Unknown shell "fihs". Did you mean "fish"?'],
])('completion %j is rejected', async (argv, message) => {
  const io = fakeIo();
  expect(await run(['completion', ...argv], io)).toBe(2);
  expect(io.written).toEqual({ out: '', err: `${message}\n` });
});
