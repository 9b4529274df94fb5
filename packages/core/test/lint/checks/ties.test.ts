import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';

const HEAD = 'User-agent: *\n';

describe('ties', () => {
  test('RFC 9309 2.2.2: only the tie rule allows the witness', () => {
    const body = `${HEAD}Disallow: /*.php$\nAllow: /*.php$\nDisallow: /x\n`;
    const [{ witness = '' }] = foundBy('decided-by-tie', body);
    const { rule, matched } = parseRobotsTxt(body).explain(witness, 'a', { all: true });
    expect(rule?.line).toBe(3);
    expect(matched?.[1]).toMatchObject({ line: 2, lost: 'allow-wins-tie' });
  });

  test('reports each disallow rule once', () => {
    const group = 'Disallow: /x\nAllow: /x\nAllow: /*\nDisallow: /x\n';
    expect(linesOf(foundBy('decided-by-tie', `${HEAD}User-agent: a\n${group}`))).toEqual([3, 6]);
  });

  test('rules of different paths that tie for a contrived URL are not reported', () => {
    expect(foundBy('decided-by-tie', `${HEAD}Disallow: /*b\nAllow: /a*\n`)).toEqual([]);
  });

  test('names every allow rule of the same path', () => {
    const body = `${HEAD}Disallow: /*\nAllow: /*\nAllow: **\n`;
    const [{ message, related = [], witness = '' }] = foundBy('decided-by-tie', body);
    expect(message).toContain(`are equally specific for URLs such as "${witness}". Allow wins.`);
    expect(related.map(({ line }) => line)).toContain(3);
    expect(parseRobotsTxt(body).explain(witness, 'a').rule?.line).toBe(3);
  });

  test('names one tie per allow rule, though a rule stands for several patterns', () => {
    const [{ message }] = foundBy('decided-by-tie', `${HEAD}Disallow: /*%2F\nAllow: /*%2F\n`);
    expect(message).toContain('This rule and line 3 ("Allow: /*%2F") are equally specific');
  });

  test('first-in-file precedence has no ties', () => {
    expect(foundBy('decided-by-tie', `${HEAD}Disallow: /x\nAllow: /x\n`, 'koster1996')).toEqual([]);
  });

  test('ignores a tie that a better rule overrides', () => {
    const body = `${HEAD}Disallow: /x\nAllow: /x\nDisallow: /x*\n`;
    expect(foundBy('decided-by-tie', body)).toEqual([]);
  });
});
