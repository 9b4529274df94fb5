import { expect, test } from 'vitest';
import { checkAt } from '../src/contender.js';
import { makeInput } from '../src/inputs.js';

test('rotates through the files, then through their URLs', () => {
  const files = [0, 1].map((variant) => ({
    input: makeInput('tiny', variant),
    urls: [`u${variant}`, `v${variant}`],
  }));
  const checked = [0, 1, 2, 3, 4].map((turn) => checkAt(files, turn).url);
  expect(checked).toEqual(['u0', 'u1', 'v0', 'v1', 'u0']);
  expect(checkAt(files, 3).input).toBe(files[1]?.input);
});
