import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../src/index.js';
import { FIRST_GROUPS, OTHER_PARSERS } from '../../src/lint/checks/other-parsers.js';
import { bytes, dialectNames } from '../support/make.js';

describe('other parsers', () => {
  test('libraries that apply only the first group per name', () => {
    const other = FIRST_GROUPS.parse(parseRobotsTxt('User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n'));
    expect([other?.isAllowed('/x', 'a'), other?.isAllowed('/y', 'a')]).toEqual([false, true]);
    const named = (name: string) => FIRST_GROUPS.parse(parseRobotsTxt(`User-agent: a\nDisallow: /y\nUser-agent: ${name}\n`));
    expect(named('b')).toBeUndefined();
    expect(named('A')).toBeDefined();
  });

  test('parses the same bytes, and never exactly like the file itself', () => {
    const body = bytes('\xEF\xBB\xBFUser-agent: *\r\nDisallow: /\xFC\n');
    for (const dialect of dialectNames) {
      const robotsTxt = parseRobotsTxt(body, { dialect });
      for (const { parse } of [...OTHER_PARSERS, FIRST_GROUPS]) {
        const other = parse(robotsTxt);
        if (other === undefined) continue;
        expect(other.dialect).not.toEqual(robotsTxt.dialect);
        expect(other.dialect.robotsTxtAllowed).toBe(robotsTxt.dialect.robotsTxtAllowed);
        expect(other.records.flatMap((record) => [...record.bytes])).toEqual([...body]);
      }
    }
  });

  test('RFC 9309 2.5: keeps a raised parsing limit', () => {
    const body = `User-agent: *\n${'#'.repeat(520_000)}\nDisallow: /\n`;
    const robotsTxt = parseRobotsTxt(body, { maxBytes: 600_000 });
    const other = OTHER_PARSERS.flatMap(({ parse }) => parse(robotsTxt) ?? []);
    expect(other.map((file) => file.isAllowed('/', 'a'))).toEqual([false]);
  });
});
