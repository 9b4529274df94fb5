import { parseRobotsTxt } from '@repkit/core';
import { type Diagnostic, lint } from '@repkit/core/analysis';
import { expect, test } from 'vitest';
import { fixRobotsTxt } from '../../src/input/fix-files.js';
import type { RobotsTxtArgument } from '../../src/input/robots-txt-argument.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const argument = (body: Uint8Array): RobotsTxtArgument => ({
  name: 'robots.txt',
  kind: 'file',
  isCompressed: false,
  body,
  robotsTxt: parseRobotsTxt(body),
});

function fix(text: string, find: typeof lint = lint) {
  const body = bytesOf(text);
  const { file, ...result } = fixRobotsTxt(argument(body), ({ robotsTxt }) => find(robotsTxt), true);
  return { ...file, ...result, same: file.body === body };
}

test('overlapping fixes are applied in successive rounds', () => {
  const { body, fixed, diagnostics } = fix('User-agent: *\nDissalow: *\nDissalow: *\nDisallow /a|b\n');
  expect(textOf(body)).not.toMatch(/Dissalow|\*\n.*\*\n/);
  expect(fixed).toBeGreaterThan(4);
  expect(diagnostics.filter(({ fix }) => fix !== undefined)).toEqual([]);
});

test('remaining diagnostics are those of the fixed file', () => {
  const { body, robotsTxt, diagnostics } = fix('\ufeffUser-agent: *\nDissalow: a\n');
  expect(textOf(body)).toBe('User-agent: *\nDisallow: a\n');
  expect(diagnostics).toEqual(lint(parseRobotsTxt(body)));
  expect(robotsTxt.records).toHaveLength(2);
});

test('each changed line is listed once, with its number before any fix', () => {
  const { fixedLines } = fix('\ufeffUser-agent: *\nDisallow: /a\nDisallow: /a/b # c\nDisallow: /a/c\n# d\nDissalow: *.pdf|x\n');
  expect(fixedLines).toEqual([
    {
      line: 1,
      codes: ['byte-order-mark'],
      before: '\ufeffUser-agent: *',
      after: 'User-agent: *',
    },
    {
      line: 3,
      codes: ['rule-changes-nothing'],
      before: 'Disallow: /a/b # c',
      after: '# c',
    },
    { line: 4, codes: ['rule-changes-nothing'], before: 'Disallow: /a/c', after: undefined },
    {
      line: 6,
      codes: ['misspelt-field', 'unencoded-bytes'],
      before: 'Dissalow: *.pdf|x',
      after: 'Disallow: *.pdf%7Cx',
    },
  ]);
});

test('a file without fixes is returned unchanged', () => {
  expect(fix('User-agent: *\nDisallow: a\n')).toMatchObject({
    same: true,
    fixed: 0,
    fixedLines: [],
  });
});

test('bytes that are not UTF-8 are preserved', () => {
  const body = Uint8Array.of(0x23, 0xff, 0x0a, ...bytesOf('User-agent: *\nDissalow: /a\n'));
  const { file: result } = fixRobotsTxt(argument(body), ({ robotsTxt }) => lint(robotsTxt), true);
  expect([...result.body.subarray(0, 3)]).toEqual([0x23, 0xff, 0x0a]);
  expect(textOf(result.body.subarray(3))).toBe('User-agent: *\nDisallow: /a\n');
});

test('a fix that recurs stops after the maximum number of rounds', () => {
  let rounds = 0;
  const span = { start: 0, end: 0, line: 1, column: 1, endColumn: 1 };
  const again: Diagnostic = {
    code: 'not-a-record',
    severity: 'info',
    message: 'Again.',
    clause: 'none',
    span,
    fix: { span, replacement: '#' },
  };
  const { fixed } = fix('', () => {
    rounds++;
    return [again];
  });
  expect(fixed).toBe(0);
  expect(rounds).toBe(101);
});
