/** The registry of diagnostics matches the test cases and the table in the guide. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagnosticCodes } from '../../src/analysis.js';
import { lineCases } from '../support/diagnostic-cases.js';
import { lintCases } from '../support/lint-cases.js';

const GUIDE = new URL('../../../../docs/library.md', import.meta.url);
const ROW =
  /^\| \[`([a-z0-9-]+)`\]\(lint\/\1\.md\) \| (line|group|rule|file) \| (error|warning|info) \| (?:(yes) )?\| (.*) \|$/gm;

/** Codes with a fix that their one case does not have. */
const FIXED_AT_TIMES = new Set(['control-character']);

test('docs: the table of codes matches the registry', () => {
  const rows = [...readFileSync(GUIDE, 'utf8').matchAll(ROW)].map(
    ([, code, about, severity, fix, cell = '']) => {
      const description = cell.replaceAll('`', '"');
      return [code, { about, severity, description, fixable: fix === 'yes' }];
    },
  );
  const registry = Object.entries(diagnosticCodes).map(
    ([code, { about, severity, description, fixable }]) => [
      code,
      { about, severity, description, fixable },
    ],
  );
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(registry));
});

test("extension: each code's case has the severity, clause and fix of the registry", () => {
  const cases = Object.entries({ ...lineCases, ...lintCases }).map(
    ([code, { severity, clause, fixed }]) => {
      return [code, { severity, clause, fixable: fixed !== undefined || FIXED_AT_TIMES.has(code) }];
    },
  );
  const registry = Object.entries(diagnosticCodes).map(([code, { severity, clause, fixable }]) => [
    code,
    { severity, clause, fixable },
  ]);
  expect(Object.fromEntries(cases)).toEqual(Object.fromEntries(registry));
});
