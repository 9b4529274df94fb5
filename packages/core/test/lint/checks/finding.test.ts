import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { linesInWords, recordsOn, removal, restricts, ruleInWords } from '../../../src/lint/checks/check.js';

const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /x # why\nAllow: fish\nDisallow:\n');
const [{ rules }] = robotsTxt.groups;

describe('shared helpers of checks', () => {
  test('formats lines', () => {
    const words = (...lines: number[]) => linesInWords(lines.map((line) => ({ line })));
    expect(words(3)).toBe('line 3');
    expect(words(9, 3, 3)).toBe('lines 3 and 9');
    expect(words(1, 2, 3)).toBe('lines 1, 2 and 3');
    expect(words(1, 2, 3, 4, 5, 6)).toBe('lines 1, 2, 3, 4, 5 and others');
  });

  test('formats rules and truncates long ones', () => {
    expect(rules.map(ruleInWords)).toEqual(['"Disallow: /x"', '"Allow: fish"', '"Disallow: "']);
    expect(ruleInWords({ ...rules[0], pattern: 'x'.repeat(61) })).toBe(`"Disallow: ${'x'.repeat(60)}…"`);
  });

  test('empty paths: neither an empty path nor an unusable one restricts', () => {
    expect(rules.map(restricts)).toEqual([true, false, false]);
  });

  test('finds records by line', () => {
    const records = recordsOn(robotsTxt, [4, 99, 3]);
    expect([...records].map(([line, { kind }]) => [line, kind])).toEqual([
      [3, 'allow'],
      [4, 'disallow'],
    ]);
  });

  test("removes a record's line but keeps its comment", () => {
    const [, rule, other] = robotsTxt.records;
    expect(removal(other)).toEqual({ span: other.span, replacement: '' });
    expect(removal(rule).span).toMatchObject({ start: 14, end: 27, endColumn: 14 });
  });
});
