import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { OTHER_PARSERS } from '../../src/lint/checks/other-parsers.js';
import { bytes, dialectNames } from '../support/make.js';

function readAs(label: RegExp, body: string | Uint8Array, dialect?: DialectName) {
  const reading = OTHER_PARSERS.find((other) => label.test(other.label));
  return reading?.parse(parseRobotsTxt(body, dialect === undefined ? {} : { dialect }));
}

describe('other parsers', () => {
  test('libraries with documented prefix matching: a star is a star', () => {
    const body = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /a*\n';
    const other = readAs(/prefixes/, body);
    expect(parseRobotsTxt(body).isAllowed('/x.pdf', 'a')).toBe(false);
    expect(other?.isAllowed('/x.pdf', 'a')).toBe(true);
    expect(other?.isAllowed('/a*b', 'a')).toBe(false);
  });

  test('libraries that apply the first matching rule', () => {
    const body = 'User-agent: *\nDisallow: /\nAllow: /a\n';
    expect(parseRobotsTxt(body).isAllowed('/a', 'a')).toBe(true);
    expect(readAs(/first matching rule/, body)?.isAllowed('/a', 'a')).toBe(false);
  });

  test('libraries that apply only the first group per name', () => {
    const body = 'User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n';
    const other = readAs(/first group/, body);
    expect([other?.isAllowed('/x', 'a'), other?.isAllowed('/y', 'a')]).toEqual([false, true]);
  });

  test('parses the same bytes, and never exactly like the file itself', () => {
    const body = bytes('\xEF\xBB\xBFUser-agent: *\r\nDisallow: /\xFC\n');
    for (const dialect of dialectNames) {
      const robotsTxt = parseRobotsTxt(body, { dialect });
      for (const { parse } of OTHER_PARSERS) {
        const other = parse(robotsTxt);
        if (other === undefined) continue;
        expect(other.dialect).not.toEqual(robotsTxt.dialect);
        expect(other.dialect.robotsTxtAllowed).toBe(robotsTxt.dialect.robotsTxtAllowed);
        expect(other.records.flatMap((record) => [...record.bytes])).toEqual([...body]);
      }
    }
  });

  test('RFC 9309 2.5: keeps a raised parsing limit', () => {
    const body = `User-agent: *\n${'#'.repeat(520_000)}\nDisallow: /\nAllow: /\n`;
    const robotsTxt = parseRobotsTxt(body, { maxBytes: 600_000 });
    const other = OTHER_PARSERS.find(({ label }) => /first matching rule/.test(label))?.parse(
      robotsTxt,
    );
    expect(other?.isAllowed('/', 'a')).toBe(false);
  });
});

test.each([
  ['libraries that compare paths as plain prefixes', 'Disallow: /x', 'Disallow: /*x'],
  ['libraries that compare paths as plain prefixes', 'Disallow: /x', 'Disallow: /x%2A'],
  ['libraries that apply the first matching rule', 'Disallow: /x', 'Allow: /x'],
  ['libraries that apply only the first group per name', 'User-agent: b', 'User-agent: A'],
])('%s: skipped if the difference cannot change a verdict', (label, without, withIt) => {
  const reading = OTHER_PARSERS.find((other) => other.label === label);
  const parse = (line: string) =>
    reading?.parse(parseRobotsTxt(`User-agent: a\nDisallow: /y\n${line}\n`));
  expect(parse(without)).toBeUndefined();
  expect(parse(withIt)).toBeDefined();
});
