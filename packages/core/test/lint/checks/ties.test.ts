import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';

const HEAD = 'User-agent: *\n';

describe('contradictions that the tie rule decides', () => {
  test('RFC 9309 2.2.2: the witness is allowed by the tie alone', () => {
    const body = `${HEAD}Disallow: /*.php$\nAllow: /public\nDisallow: /x\n`;
    const [{ witness = '' }] = foundBy('decided-by-tie', body);
    const { rule, matched } = parseRobotsTxt(body).explain(witness, 'a', { all: true });
    expect(rule?.line).toBe(3);
    expect(matched?.[1]).toMatchObject({ line: 2, lost: 'allow-wins-tie' });
  });

  test('one for each disallow rule, whoever has it', () => {
    const group = 'Disallow: /x\nAllow: /x\nAllow: /*\nDisallow: /x\n';
    expect(linesOf(foundBy('decided-by-tie', `${HEAD}User-agent: a\n${group}`))).toEqual([3, 6]);
  });

  test('row 21: where the first in the file wins, there are no ties', () => {
    expect(foundBy('decided-by-tie', `${HEAD}Disallow: /x\nAllow: /x\n`, 'koster1996')).toEqual([]);
  });

  test('row 24: a folder that an index file opens ties as well', () => {
    const body = `${HEAD}Disallow: /a/*\nAllow: /a/index.html\nDisallow: /b/$\nAllow: /b/index.html\n`;
    expect(linesOf(foundBy('decided-by-tie', body, 'google'))).toEqual([2, 4]);
    expect(foundBy('decided-by-tie', body)).toEqual([]);
  });

  test('a tie that a better rule decides is none', () => {
    const body = `${HEAD}Disallow: /x\nAllow: /x\nDisallow: /x*\n`;
    expect(foundBy('decided-by-tie', body)).toEqual([]);
  });
});
