import { parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { exportedVerdicts, toCsv, toJson } from '../../src/check/export.js';

const file = parseRobotsTxt('User-agent: *\nDisallow: /x,"y"\n');
const verdicts = exportedVerdicts(file, ['/x,"y"', '/z'], ['a']);

describe('exported verdicts', () => {
  test('are one a URL and product token, with the rule that decides', () => {
    expect(verdicts).toEqual([
      {
        ...{ url: '/x,"y"', productToken: 'a', verdict: 'disallowed', reason: 'rule' },
        ...{ rule: 'disallow: /x,"y"', line: 2 },
      },
      { url: '/z', productToken: 'a', verdict: 'allowed', reason: 'no-rule' },
    ]);
    expect(JSON.parse(toJson(verdicts))).toEqual(verdicts);
  });

  test('CSV has a head, CRLF, and quotes where they are needed (RFC 4180)', () => {
    expect(toCsv(verdicts)).toBe(
      'url,productToken,verdict,reason,rule,line\r\n' +
        '"/x,""y""",a,disallowed,rule,"disallow: /x,""y""",2\r\n' +
        '/z,a,allowed,no-rule,,\r\n',
    );
  });

  test('nothing in CSV is a formula to a spreadsheet', () => {
    const [verdict] = verdicts;
    if (verdict) expect(toCsv([{ ...verdict, url: '=1+1' }])).toContain("\r\n'=1+1,");
  });
});
