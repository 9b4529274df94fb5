import { expect, test } from 'vitest';
import type { Check } from '../src/case.js';
import { checkWithCore } from '../src/core-check.js';
import { main, type Setting } from '../src/main.js';

function run(args: readonly string[], setting: Partial<Setting> = {}) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const code = main(args, { print, check: checkWithCore, ...setting });
  return { code, lines };
}

test('prints a line per file, the skipped shared data and the total', {
  timeout: 60_000,
}, () => {
  const { code, lines } = run([]);
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([]);
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^cases\/rfc9309\.ndjson: \d+ cases, 0 failed$/));
  expect(lines.at(-2)).toMatch(/^Skipped the shared data/);
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed$/);
});

test('prints each failure and exits with 1', () => {
  const liar: Check = () => ({ allowed: true, line: 0 });
  const { code, lines } = run([], { check: liar });
  expect(code).toBe(1);
  expect(lines).toContain('  lines/6/space-and-tab/rfc9309: expected disallowed by line 2, found allowed without a rule');
  expect(lines.at(-1)).toMatch(/^\d+ passed, [1-9]\d* failed$/);
});

test('accepts no arguments', () => {
  expect(run(['--only', 'lines'])).toEqual({
    code: 2,
    lines: ['Unexpected argument: --only lines. npm run conformance takes none.'],
  });
});
