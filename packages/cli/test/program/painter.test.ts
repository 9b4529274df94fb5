import { expect, test } from 'vitest';
import { painterFor } from '../../src/program/terminal.js';

const terminal = { isTerminal: true, write: () => {} };
const pipe = { isTerminal: false, write: () => {} };

test.each([
  ['a terminal', terminal, {}, true],
  ['a pipe', pipe, {}, false],
  ['a pipe, whatever the environment wishes', pipe, { FORCE_COLOR: '1' }, false],
  ['a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['a terminal with NO_COLOR empty (no-color.org: "not an empty string")', terminal, { NO_COLOR: '' }, true],
  ['a terminal that shows no colors', terminal, { TERM: 'dumb' }, false],
])('colors on %s', (_where, output, env, expected) => {
  expect(painterFor(output, env)('bold', 'text') !== 'text').toBe(expected);
});
