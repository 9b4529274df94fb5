import { describe, expect, test } from 'vitest';
import { foundBy, linesOf } from '../../support/lint.js';

const STAR = 'User-agent: *\nDisallow: /x\nDisallow: /y/*.pdf$\n\n';

describe('groups that do not repeat the rules for *', () => {
  test('RFC 9309 2.2.1: reports each group with a URL that it opens', () => {
    const body = `${STAR}User-agent: a\nDisallow: /y\n\nUser-agent: b\nDisallow: /x\n`;
    const found = foundBy('drops-everyones-rules', body);
    expect(linesOf(found)).toEqual([5, 8]);
    expect(found.map(({ witness }) => witness)).toEqual(['/x', '/y/.pdf']);
  });

  test('a search finds what no sample shows', () => {
    const group = 'User-agent: a\nDisallow: /x$\nDisallow: /xx$\nDisallow: /y/\n';
    const [{ witness = '' }] = foundBy('drops-everyones-rules', STAR + group);
    expect(witness).toMatch(/^\/x./);
    expect(witness).not.toBe('/xx');
  });

  test('accepts groups that repeat all rules', () => {
    const group = 'User-agent: a\nDisallow: /*x\nDisallow: /y/\n';
    expect(foundBy('drops-everyones-rules', STAR + group)).toEqual([]);
  });

  test('many groups with the same rules cost no more than one', () => {
    const names = Array.from({ length: 400 }, (_, index) => `Bot${index}x`);
    const blocked = names.map((name) => `User-agent: ${name}\nDisallow: /\n`).join('');
    const rules = Array.from(
      { length: 60 },
      (_, index) => `Disallow: /*?x${index}=\nDisallow: /a${index}/\n`,
    ).join('');
    expect(foundBy('undecided', `User-agent: *\n${rules}${blocked}`)).toEqual([]);
  });
});
