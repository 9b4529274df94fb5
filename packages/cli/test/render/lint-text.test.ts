import { expect, test } from 'vitest';
import { painter } from '../../src/program/terminal.js';
import { linted, lintText, withMessage } from '../support/linted.js';

const plain = painter(false);
const doubtful = 'User-agent: *\nDisallow: /private/\nDisallow: /private/\nAllow: /p*.html\n';

test('location, message, marked line, code, clause and fix', () => {
  expect(lintText([linted(doubtful, { name: 'a/robots.txt' })], plain)).toBe(
    `a/robots.txt:3:11: warning: This rule never applies: line 2 ("Disallow: /private/") covers every URL it matches. Remove it.
  3 | Disallow: /private/
    |           ^^^^^^^^^ rule-never-wins (RFC 9309 2.2.2)
      see:     a/robots.txt:2:11
      fix:     remove the line

a/robots.txt:4:8: info: Redundant: without this rule the same URLs, such as "/p.html", are still allowed.
  4 | Allow: /p*.html
    |        ^^^^^^^^ allow-reopens-nothing (RFC 9309 2.2.2)
      fix:     remove the line

1 warning, 1 info in 1 file; 2 fixable with --fix.
`,
  );
});

test('problems with one cause are printed once, errors first', () => {
  const rules = ['b', 'c', 'd', 'f'].map((name) => `Disallow: /a/${name}\n`).join('');
  const body = `User-agent: *\nDisallow: /a\n${rules}Allow: x\nDisallow: /a/y\n`;
  expect(lintText([linted(body)], plain, 3)).toBe(
    `robots.txt:7:8: error: "x" does not start with "/", so this rule matches nothing. Did you mean "/x"?
  7 | Allow: x
    |        ^ unusable-path (RFC 9309 2.2.2)

robots.txt:3:11: info: Redundant: line 2 ("Disallow: /a") already blocks the same URLs.
  3 | Disallow: /a/b
    |           ^^^^ rule-changes-nothing (RFC 9309 2.2.2)
      also:    lines 4-6 and 8 (5 in total)
      see:     robots.txt:2:11
      example: /a/b
      fix:     remove the line

1 error, 5 infos in 1 file; 5 fixable with --fix.
`,
  );
});

test('further problems of a code are counted', () => {
  const body = 'User-agent: *\nDisallow: a\nDisallow: b\n\nDisallow: c\n';
  const report = lintText([linted(body)], plain, 1);
  expect(report.match(/error: /g)).toHaveLength(1);
  expect(report).toContain(`
robots.txt: Not shown (use --max-per-code all):
  2 more unusable-path on lines 3 and 5

3 errors in 1 file.
`);
});

test.each([
  ['\ufeffUser-agent: *\nDisallow:\n', 'fix:     remove the byte-order mark\n'],
  ['User-agent: *\r\nDisallow /a # b\r\n', 'suggest: Disallow: /a # b\n'],
  ['User-agent: *\nDisallow: /a\nDisallow: /a # b\n', 'fix:     # b\n'],
])('the fixed line: %j', (body, fix) => {
  expect(lintText([linted(body)], plain)).toContain(fix);
});

test('the summary', () => {
  const sum = (...files: Parameters<typeof lintText>[0]) => lintText(files, plain).trimEnd().split('\n').at(-1);
  expect(sum(linted(''))).toBe('No problems found (1 file).');
  expect(sum(linted('', { fixed: 3 }), linted(''))).toBe('No problems found (2 files); 3 fixed.');
  expect(sum(linted('Disallow: /a\nDisallow: /b\n'))).toBe('2 errors in 1 file.');
});

test('text of a file is escaped', () => {
  const hostile = linted('User-agent: *\nDisallow: /\x1b[2Ja\n# \u202e\x07\n', {
    name: '\x1b]0;x',
  });
  const report = lintText([withMessage('\x1b[1mNo.', hostile), hostile], plain);
  expect(report).toContain('\\x1b]0;x:2:');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them.
  expect(report).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
});

test('severities are colored', () => {
  const report = lintText([linted('Disallow: /a\n')], painter(true));
  expect(report).toContain('\x1b[31merror\x1b[39m');
});
