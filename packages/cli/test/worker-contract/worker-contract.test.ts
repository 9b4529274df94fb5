/** The contract of docs/bulk.md for every engine: one verdict per row, in order, equal to that of the library. */
import { isUtf8 } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { makePlace } from './commands.js';
import { type Engine, PARALLELS, PIPES } from './engines.js';
import { MODES, type Mode } from './modes.js';

async function holdsContract(engine: Engine, { options, rows }: Mode): Promise<void> {
  const asked = rows().filter(({ line }) => !engine.isText || isUtf8(Buffer.from(line, 'latin1')));
  const lines = asked.map(({ line }) => line);
  const answers = await engine.ask(options, lines, makePlace());
  const wrong = asked.flatMap(({ line, answer }, at) =>
    answers[at] === answer ? [] : [{ line: line.slice(0, 200), answer, came: answers[at] }],
  );
  expect(wrong).toEqual([]);
  expect(answers.length).toBe(asked.length);
  // Ensure that all verdicts occur.
  expect(new Set(answers).size).toBe(3);
}

describe.each(PIPES)('$name', (engine) => {
  test.each(MODES)('$name', async (mode) => await holdsContract(engine, mode));
});

const hasParallel = findProgram('parallel') !== undefined;
if (!hasParallel) console.warn('skipped: GNU parallel is not installed: apt-get install parallel');

describe.skipIf(!hasParallel && process.env.CI === undefined).each(PARALLELS)('$name', (engine) => {
  test.each(MODES)('$name', async (mode) => await holdsContract(engine, mode));
});
