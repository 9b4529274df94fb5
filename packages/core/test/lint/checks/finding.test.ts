import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import {
  linesInWords,
  recordsOn,
  removal,
  restricts,
  ruleInWords,
  spanOfLine,
} from '../../../src/lint/checks/check.js';
import { utf16 } from '../../support/make.js';

const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /x # why\nAllow: fish\nDisallow:\n');
const [{ rules }] = robotsTxt.groups;

describe('what the checks of a file have in common', () => {
  test('lines in words', () => {
    const words = (...lines: number[]) => linesInWords(lines.map((line) => ({ line })));
    expect(words(3)).toBe('line 3');
    expect(words(9, 3, 3)).toBe('lines 3 and 9');
    expect(words(1, 2, 3)).toBe('lines 1, 2 and 3');
    expect(words(1, 2, 3, 4, 5, 6)).toBe('lines 1, 2, 3, 4, 5 and others');
  });

  test('rules in words, long ones cut', () => {
    expect(rules.map(ruleInWords)).toEqual(['"Disallow: /x"', '"Allow: fish"', '"Disallow: "']);
    expect(ruleInWords({ ...rules[0], pattern: 'x'.repeat(61) })).toBe(
      `"Disallow: ${'x'.repeat(60)}…"`,
    );
  });

  test('row 15: an empty path restricts nothing, nor does one that is none', () => {
    expect(rules.map(restricts)).toEqual([true, false, false]);
  });

  test('records by their line', () => {
    const records = recordsOn(robotsTxt, [4, 99, 3]);
    expect([...records].map(([line, { kind }]) => [line, kind])).toEqual([
      [3, 'allow'],
      [4, 'disallow'],
    ]);
    expect(spanOfLine(robotsTxt, 3)).toEqual(rules[1].span);
    expect(spanOfLine(robotsTxt, 99)).toBeUndefined();
  });

  test('a record is taken away with its line, but without its comment', () => {
    const [, rule, other] = robotsTxt.records;
    expect(removal(robotsTxt, other)).toEqual({ span: other.span, replacement: '' });
    expect(removal(robotsTxt, rule)?.span).toMatchObject({ start: 14, end: 27, endColumn: 14 });
  });

  test('RFC 9309 2.5: nothing is taken away where that lets in more, or in UTF-16', () => {
    const long = parseRobotsTxt(`User-agent: *\n${'#'.repeat(512_000)}`);
    expect(removal(long, long.records[0])).toBeUndefined();
    const wide = parseRobotsTxt(utf16('User-agent: *\n', 'be'));
    expect(removal(wide, wide.records[0])).toBeUndefined();
  });
});
