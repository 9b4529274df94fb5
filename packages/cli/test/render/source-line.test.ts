import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { painter } from '../../src/program/terminal.js';
import { sourceLine } from '../../src/render/source-line.js';

const plain = painter(false);

/** Returns the lines shown for the first rule of a robots.txt. */
function shown(body: string | Uint8Array): string[] {
  const robotsTxt = parseRobotsTxt(body);
  const rule = robotsTxt.groups.flatMap(({ rules }) => rules)[0];
  if (rule === undefined) throw new Error('no rule');
  return sourceLine(robotsTxt, rule.line, plain, { span: rule.span, note: 'here' });
}

test('carets mark the path pattern', () => {
  expect(shown('User-agent: *\r\n  Disallow : /private/  # why\r\n')).toEqual([
    '  2 |   Disallow : /private/  # why',
    '    |              ^^^^^^^^^ here',
  ]);
});

test('an empty pattern has one caret at its position', () => {
  expect(shown('User-agent: *\nDisallow: ')[1]).toMatch(/^ {4}\| +\^ here$/);
});

test('line numbers are right-aligned to the widest', () => {
  const body = `User-agent: *\nAllow: /\n${'\n'.repeat(120)}`;
  expect(shown(body)).toEqual(['    2 | Allow: /', '      |        ^ here']);
});

test('a byte-order mark does not move the carets', () => {
  const body = '\ufeffuser-agent:*';
  expect(sourceLine(parseRobotsTxt(body), 1, plain)).toEqual(['  1 | user-agent:*']);
  const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from('user-agent: *\nallow: /é', 'utf16le')]);
  expect(shown(utf16)).toEqual(['  2 | allow: /é', '    |        ^^ here']);
});

test('wide and escaped characters are measured in columns', () => {
  expect(shown('User-agent: *\nDisallow:\t\t/日本\x1b[2J')).toEqual([
    '  2 | Disallow:\\t\\t/日本\\x1b[2J',
    `    |              ${'^'.repeat('/----\\x1b[2J'.length)} here`,
  ]);
});

test('a very long line is clipped around the pattern', () => {
  const [line = '', carets = ''] = shown(`User-agent: *\nDisallow:${' '.repeat(500)}/private/ # ${'x'.repeat(100_000)}`);
  expect(line).toMatch(/^ {2}2 \| … +\/private\/ # x+…$/);
  expect(line.length).toBeLessThan(140);
  expect(carets.indexOf('^')).toBe(line.indexOf('/'));
});

test('a very long pattern is clipped with its carets', () => {
  const [line = '', carets = ''] = shown(`User-agent: *\nDisallow: /${'p'.repeat(100_000)}`);
  expect(line).toMatch(/^ {2}2 \| Disallow: \/p+…$/);
  expect(carets).toMatch(/\^ here$/);
  expect(carets.length).toBeLessThan(140);
});

test('a missing line is empty', () => {
  expect(sourceLine(parseRobotsTxt('allow: /'), 7, plain)).toEqual(['  7 |']);
});
