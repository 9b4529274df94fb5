/** Checks that every example prints the comment at its end. */
import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { Programs, readText, writeText } from './programs.js';

const names = readdirSync(new URL('../', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const texts = new Map(names.map((name) => [name, readText(`examples/${name}.ts`)]));
const programs = new Programs(texts);
afterAll(() => programs.remove());

const HEADING = '// Prints:\n';

/** Returns the example with its output as the comment at its end. */
function withOutput(text: string, output: string): string {
  const [program = ''] = text.split(`\n${HEADING}`);
  const lines = output.trimEnd().split('\n');
  return `${program.trimEnd()}\n\n${HEADING}${lines.map((line) => `// ${line}\n`).join('')}`;
}

test('there are examples', () => {
  expect(names).not.toEqual([]);
});

/** If the browser is missing, the test is skipped, or fails in CI. */
const isBrowserMissing = findProgram('chromium') === undefined && process.env.CI === undefined;
if (isBrowserMissing) console.warn('skipped: crawl-with-playwright.ts: apt-get install chromium-headless-shell');
const runnable = names.filter((name) => !(isBrowserMissing && name === 'crawl-with-playwright'));

// A browser takes long on a busy machine.
test.each(runnable)('%s.ts prints its documented output', (name) => {
  const text = texts.get(name) ?? '';
  const expected = withOutput(text, programs.run(name));
  if (process.env.UPDATE_DOCS) writeText(`examples/${name}.ts`, expected);
  else expect(text, '`UPDATE_DOCS=1 npm test -- examples/test/examples` updates it.').toBe(expected);
});

test('README.md lists every example', () => {
  const listed = [...readText('examples/README.md').matchAll(/^\| \[(.*)\.ts\]/gm)];
  expect(listed.map(([, name]) => name).sort()).toEqual(names.sort());
});
