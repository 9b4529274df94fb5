/** For every engine of docs/guides/engines.md: one verdict per row, in order, equal to that of the library. */
import { isUtf8 } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { makePlace } from './commands.js';
import { type Engine, PARALLELS, PIPES } from './engines.js';
import { MODES, type Mode } from './modes.js';

async function checkRows(engine: Engine, { options, rows }: Mode): Promise<void> {
  const expected = rows().filter(({ line }) => !engine.isText || isUtf8(Buffer.from(line, 'latin1')));
  const lines = expected.map(({ line }) => line);
  const verdicts = await engine.ask(options, lines, makePlace());
  const wrong = expected.flatMap(({ line, verdict }, at) =>
    verdicts[at] === verdict ? [] : [{ line: line.slice(0, 200), verdict, came: verdicts[at] }],
  );
  expect(wrong).toEqual([]);
  expect(verdicts.length).toBe(expected.length);
  // Ensure that all verdicts occur.
  expect(new Set(verdicts).size).toBe(3);
}

describe.each(PIPES)('$name', (engine) => {
  test.each(MODES)('$name', async (mode) => await checkRows(engine, mode));
});

const hasParallel = findProgram('parallel') !== undefined;
if (!hasParallel) console.warn('skipped: GNU parallel is not installed: apt-get install parallel');

describe.skipIf(!hasParallel && process.env.CI === undefined).each(PARALLELS)('$name', (engine) => {
  test.each(MODES)('$name', async (mode) => await checkRows(engine, mode));
});
