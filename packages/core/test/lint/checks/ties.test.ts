import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';

const HEAD = 'User-agent: *\n';

describe('ties', () => {
  test('RFC 9309 2.2.2: only the tie rule allows the witness', () => {
    const body = `${HEAD}Disallow: /*.php$\nAllow: /public\nDisallow: /x\n`;
    const [{ witness = '' }] = foundBy('decided-by-tie', body, 'rfc9309', { extended: true });
    const { rule, matched } = parseRobotsTxt(body).explain(witness, 'a', { all: true });
    expect(rule?.line).toBe(3);
    expect(matched?.[1]).toMatchObject({ line: 2, lost: 'allow-wins-tie' });
  });

  test('reports each disallow rule once', () => {
    const group = 'Disallow: /x\nAllow: /x\nAllow: /*\nDisallow: /x\n';
    expect(linesOf(foundBy('decided-by-tie', `${HEAD}User-agent: a\n${group}`))).toEqual([3, 6]);
  });

  test.each([
    ['one rule', ['Disallow: /*b', 'Allow: /a*'], 'line 3 ("Allow: /a*")', 1],
    ['two rules', ['Disallow: /*b', 'Allow: /a*', 'Allow: /c*'], 'lines 3 and 4', 2],
    [
      'a rule that a better one hides in part',
      ['Disallow: /*b', 'Allow: /a*', 'Allow: /cb*', 'Allow: /c*'],
      'lines 3 and 5',
      2,
    ],
    [
      'rules that stand for several patterns (row 17)',
      ['Disallow: /*%2F', 'Allow: /*%2F'],
      'line 3 ("Allow: /*%2F")',
      1,
    ],
    [
      'one of several patterns (row 17)',
      ['Disallow: /*?*/', 'Allow: /*%2F'],
      'line 3 ("Allow: /*%2F")',
      1,
    ],
  ])('names every allow rule with an example that it decides: %s', (_, rules, names, count) => {
    const body = `${HEAD}${rules.join('\n')}\n`;
    const found = foundBy('decided-by-tie', body, 'rfc9309', { extended: true });
    expect(found).toHaveLength(1);
    const [{ message, related = [] }] = found;
    expect(message).toContain(`This rule and ${names} are equally specific for URLs such as "`);
    const examples = [...message.slice(message.indexOf('such as')).matchAll(/"([^"]+)"/g)];
    expect(examples).toHaveLength(count);
    const file = parseRobotsTxt(body);
    const deciding = examples.map(([, example]) => file.explain(example, 'a').rule?.line);
    expect(deciding).toEqual(related.map(({ line }) => line));
  });

  test('row 21: first-in-file precedence has no ties', () => {
    expect(foundBy('decided-by-tie', `${HEAD}Disallow: /x\nAllow: /x\n`, 'koster1996')).toEqual([]);
  });

  test('row 24: a folder opened by an index file can tie too', () => {
    const body = `${HEAD}Disallow: /a/*\nAllow: /a/index.html\nDisallow: /b/$\nAllow: /b/index.html\n`;
    expect(linesOf(foundBy('decided-by-tie', body, 'google', { extended: true }))).toEqual([2, 4]);
    expect(foundBy('decided-by-tie', body)).toEqual([]);
  });

  test('ignores a tie that a better rule overrides', () => {
    const body = `${HEAD}Disallow: /x\nAllow: /x\nDisallow: /x*\n`;
    expect(foundBy('decided-by-tie', body)).toEqual([]);
  });
});
