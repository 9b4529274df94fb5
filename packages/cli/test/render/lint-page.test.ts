/** The page of each diagnostic code: its examples, and docs/lint. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseRobotsTxt } from '@repkit/core';
import { type DiagnosticCode, diagnosticCodes, lint } from '@repkit/core/analysis';
import { describe, expect, test } from 'vitest';
import { lintPage } from '../../src/render/lint-page.js';
import { LINT_PAGES } from '../../src/render/lint-page-texts.js';

const FOLDER = new URL('../../../../docs/lint/', import.meta.url);
const CODES = Object.keys(diagnosticCodes) as DiagnosticCode[];

describe.each(CODES)('%s', (code) => {
  const { example, corrected, dialect = 'rfc9309' } = LINT_PAGES[code];
  const found = (body: string) => lint(parseRobotsTxt(body, { dialect })).map((one) => one.code);

  test.runIf(example !== undefined)('the example has this problem', () => {
    expect(found(example ?? '')).toContain(code);
  });

  test.runIf(corrected !== undefined)('the corrected file does not, and has no warning', () => {
    expect(found(corrected ?? '')).not.toContain(code);
    const diagnostics = lint(parseRobotsTxt(corrected ?? '', { dialect }));
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('docs: the page is current', () => {
    const page = new URL(`${code}.md`, FOLDER);
    if (process.env.UPDATE_DOCS !== undefined) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(page, lintPage(code));
    }
    expect(readFileSync(page, 'utf8')).toBe(lintPage(code));
  });
});

test('docs: every page has a code', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(CODES.map((code) => `${code}.md`).sort());
});
