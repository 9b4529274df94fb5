import { expect, test } from 'vitest';
import { linted, lintJson } from '../support/linted.js';

test('every field is present, and null without a value', () => {
  const file = linted('User-agent: *\nDisallow: /a\nDisallow: /a\nAllow: /b\nfish\n', {
    fixed: 2,
  });
  const document = JSON.parse(lintJson([file, linted('', { name: 'b.txt' })], 'rfc9309'));
  expect(document).toMatchObject({
    version: 1,
    dialect: 'rfc9309',
    errors: 0,
    warnings: 2,
    infos: 1,
    files: [
      { name: 'robots.txt', fixed: 2 },
      { name: 'b.txt', fixed: 0, diagnostics: [] },
    ],
  });
  const [never, opens, nothing] = document.files[0].diagnostics;
  expect(never).toEqual({
    code: 'rule-never-wins',
    severity: 'warning',
    message: expect.stringContaining('never applies'),
    clause: 'RFC 9309 2.2.2',
    line: 3,
    column: 11,
    endColumn: 13,
    start: 37,
    end: 39,
    witness: null,
    fix: {
      line: 3,
      column: 1,
      endColumn: 13,
      start: 27,
      end: 40,
      replacement: '',
      safe: true,
      changes: [],
    },
    omitted: null,
    related: [{ line: 2, column: 11, endColumn: 13, start: 24, end: 26 }],
  });
  expect(opens).toMatchObject({
    code: 'allow-reopens-nothing',
    witness: '/b',
    fix: { safe: true },
  });
  expect(nothing).toMatchObject({ code: 'not-a-record', witness: null, fix: null, related: [] });
});

test('control characters are escaped', () => {
  const text = lintJson([linted('# \n', { name: 'a\u202eb' })], 'rfc9309');
  expect(text).toContain('"a\\u202eb"');
});

test('a suggested fix is not safe, and shows the verdicts that it changes', () => {
  const file = linted('User-agent: *\nDissalow: /a\nDisallow: /b\n');
  const [{ fix }] = JSON.parse(lintJson([file], 'rfc9309')).files[0].diagnostics;
  expect(fix).toMatchObject({
    safe: false,
    changes: [{ dialect: 'koster1996', productTokens: ['*'], before: true, after: false }],
  });
});
