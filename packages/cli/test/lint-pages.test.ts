/**
 * The page of each diagnostic code. People write it; its example must have the problem, and the corrected file must not.
 * `UPDATE_DOCS=1` writes the title and the severity of the check, and what lint says about the example.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type DialectName, parseRobotsTxt } from '@repkit/core';
import { type DiagnosticCode, diagnosticCodes, lint } from '@repkit/core/analysis';
import { describe, expect, test } from 'vitest';
import { painter } from '../src/program/terminal.js';
import { lintText } from './support/linted.js';

/** For failures. */
const UPDATE = '`UPDATE_DOCS=1 npm test -- lint-pages` updates it.';

const FOLDER = new URL('../../../docs/lint/', import.meta.url);
const CODES = Object.keys(diagnosticCodes) as DiagnosticCode[];

const EXAMPLE = /```robots(?: dialect=(\S+?))?\n(.*?)\n```\n\n```text\n(.*?)```\n/s;
const CORRECTED = /\nCorrected:\n\n```robots\n(.*?)\n```\n/s;

/** Returns a file of a page, in which `\\u{…}` stands for an invisible character. */
function fileOf(text: string): string {
  return `${text.replaceAll(/\\(?:u\{([\da-f]+)\}|x([\da-f]{2}))/g, (_, long, short) => String.fromCodePoint(Number.parseInt(long ?? short, 16)))}\n`;
}

/** Returns the messages and fixes that lint prints about the example. The marked lines are in the example already. */
function report(code: DiagnosticCode, example: string, dialect: DialectName): string {
  const robotsTxt = parseRobotsTxt(example, { dialect });
  const diagnostics = lint(robotsTxt).filter((diagnostic) => diagnostic.code === code);
  const file = {
    name: 'robots.txt',
    kind: 'file',
    robotsTxt,
    diagnostics,
    fixed: 0,
    fixedLines: [],
    accepted: 0,
  } as const;
  return [...lintText([file], painter(false)).matchAll(/^(robots\.txt:| +(?:fix|suggest): ).*/gm)]
    .map(([line]) => `${line.replace(/^ +(\S+) +/, '  $1 ')}\n`)
    .join('');
}

describe.each(CODES)('%s', (code) => {
  const url = new URL(`${code}.md`, FOLDER);
  let page = existsSync(url) ? readFileSync(url, 'utf8') : '';
  const { title, severity, fixable } = diagnosticCodes[code];
  const [, dialectName = 'rfc9309', example, output] = EXAMPLE.exec(page) ?? [];
  const dialect = dialectName as DialectName;
  const [, corrected] = CORRECTED.exec(page) ?? [];

  test('the page has the title, severity and fix of the check', () => {
    const advice = `Write docs/lint/${code}.md in the form that packages/core/src/lint/checks/index.ts shows.`;
    expect(page, advice).not.toBe('');
    const heading = `# \`${code}\`: ${title}`;
    if (process.env.UPDATE_DOCS !== undefined) {
      page = page.replace(/^# .*/, () => heading).replace(/^- severity: .*/m, () => `- severity: ${severity}`);
      writeFileSync(url, page);
    }
    expect(page.slice(0, page.indexOf('\n')), UPDATE).toBe(heading);
    expect(page, UPDATE).toContain(`\n- severity: ${severity}\n`);
    expect(/^- fix: /m.test(page)).toBe(fixable);
    expect(page).toContain(`\n- accept: \`--ignore ${code}\``);
  });

  if (example !== undefined)
    test('the example has the problem', () => {
      const current = report(code, fileOf(example ?? ''), dialect);
      expect(current).not.toBe('');
      if (process.env.UPDATE_DOCS !== undefined) {
        writeFileSync(
          url,
          page.replace(`\`\`\`text\n${output}\`\`\``, () => `\`\`\`text\n${current}\`\`\``),
        );
      } else expect(output, UPDATE).toBe(current);
    });

  if (corrected !== undefined)
    test('the corrected file does not, and has no warning', () => {
      const diagnostics = lint(parseRobotsTxt(fileOf(corrected ?? ''), { dialect }));
      expect(diagnostics.map((one) => one.code)).not.toContain(code);
      expect(diagnostics.filter((one) => one.severity !== 'info')).toEqual([]);
    });
});

test('every page has a code, and most have an example', () => {
  const pages = readdirSync(FOLDER);
  expect(pages.sort()).toEqual(CODES.map((code) => `${code}.md`).sort());
  const texts = pages.map((page) => readFileSync(new URL(page, FOLDER), 'utf8'));
  expect(texts.filter((text) => !EXAMPLE.test(text)).length).toBeLessThan(9);
});
