/** The table of codes in docs/commands/lint.md, and the severity, clause and fix of each code's case. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DiagnosticInfo, diagnosticCodes } from '../../src/analysis.js';
import { lineCases } from '../support/diagnostic-cases.js';
import { lintCases } from '../support/lint-cases.js';

const PAGE = new URL('../../../../docs/commands/lint.md', import.meta.url);
const HEAD = '| about | code | problem | severity | fix |\n|---|---|---|---|---|\n';
const TABLE = /^\| about \| code .*\n(?:\|.*\n)+/m;
/** The parts of a line count as the line. */
const SUBJECTS = ['line', 'group', 'rule', 'file'];
const REGISTRY: readonly (readonly [string, DiagnosticInfo])[] = Object.entries(diagnosticCodes);

/** Codes with a fix that their one case does not have. */
const FIXED_AT_TIMES = new Set(['control-character']);

test('docs: the table of codes matches the registry', () => {
  const subjectOf = ({ about }: DiagnosticInfo) => (SUBJECTS.includes(about) ? about : 'line');
  const rows = SUBJECTS.flatMap((subject) =>
    REGISTRY.filter(([, info]) => subjectOf(info) === subject).map(
      ([code, { title, severity, fixable }]) =>
        `| ${subject} | [\`${code}\`](../lint/${code}.md) | ${title} | ${severity} | ${fixable ? 'yes' : ''} |\n`,
    ),
  );
  const page = readFileSync(PAGE, 'utf8');
  const current = page.replace(TABLE, () => HEAD + rows.join(''));
  if (process.env.UPDATE_DOCS !== undefined) writeFileSync(PAGE, current);
  else expect(page, '`UPDATE_DOCS=1 npm test -- diagnostic-table` updates it.').toBe(current);
});

test("extension: each code's case has the severity, clause and fix of the registry", () => {
  const cases = Object.entries({ ...lineCases, ...lintCases });
  for (const [code, { severity, clause, fixed }] of cases) {
    const info = Object.fromEntries(REGISTRY)[code];
    const fixable = fixed !== undefined || FIXED_AT_TIMES.has(code);
    expect({ code, severity, clause, fixable }).toEqual({
      code,
      severity: info?.severity,
      clause: info?.clause,
      fixable: info?.fixable,
    });
  }
});
