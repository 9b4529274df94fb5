/** The table of codes in the guide has every code, its severity, and whether it has a fix. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lineCases } from '../support/diagnostic-cases.js';
import { lintCases } from '../support/lint-cases.js';

const GUIDE = new URL('../../../../docs/library.md', import.meta.url);
const ROW = /^\| `([a-z0-9-]+)` \| (line|group|rule) \| (error|warning|info) \| (yes|) ?\|/gm;
const GROUP_CODES =
  /^(duplicate-user-agent|split-group|duplicate-group|shadowed-group|empty-group|drops-everyones-rules)$/;

/** Fixes that the one case of their code does not have. */
const FIXED_AT_TIMES = new Set(['control-character']);

test('docs: the codes of diagnostics', () => {
  const rows = [...readFileSync(GUIDE, 'utf8').matchAll(ROW)].map(([, ...cells]) => cells);
  const fixOf = (code: string, fixed: string | undefined) =>
    fixed !== undefined || FIXED_AT_TIMES.has(code) ? 'yes' : '';
  const lines = Object.entries(lineCases).map(([code, { severity, fixed }]) => {
    return [code, 'line', severity, fixOf(code, fixed)];
  });
  const others = Object.entries(lintCases).map(([code, { severity, fixed }]) => {
    return [code, GROUP_CODES.test(code) ? 'group' : 'rule', severity, fixOf(code, fixed)];
  });
  const byCode = (one: string[], other: string[]) => (one[0] < other[0] ? -1 : 1);
  expect(rows.toSorted(byCode)).toEqual([...lines, ...others].sort(byCode));
});
