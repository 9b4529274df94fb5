import { describe, expect, test } from 'vitest';
import { compare } from '../../src/worker/compare.js';

const dialect = 'rfc9309';

describe('a comparison', () => {
  test('has the changes and deciding rules as cloneable data', () => {
    const before = 'User-agent: *\nDisallow: /a\n';
    const after = 'User-agent: *\nDisallow: /b\n';
    const comparison = compare({ before, after, dialect });
    expect(comparison).toMatchObject({
      equivalent: false,
      accessEquivalent: false,
      dialects: ['rfc9309'],
      complete: true,
      recordChanges: [],
      preferenceChanges: [],
      changes: [
        {
          productTokens: ['*'],
          effect: 'newly-blocked',
          pattern: '/b',
          witness: '/b',
          before: { allowed: true, reason: 'no-rule' },
          after: { reason: 'rule', rule: { kind: 'disallow', pattern: '/b', line: 2 } },
        },
        {
          productTokens: ['*'],
          effect: 'newly-allowed',
          pattern: '/a',
          witness: '/a',
          before: { reason: 'rule', rule: { kind: 'disallow', pattern: '/a', line: 2 } },
          after: { allowed: true, reason: 'no-rule' },
        },
      ],
    });
    expect(structuredClone(comparison)).toEqual(comparison);
  });

  test('merges crawlers with the same change', () => {
    const before = 'User-agent: a\nUser-agent: b\nDisallow: /\n\nUser-agent: c\nDisallow: /x\n';
    const { changes } = compare({ before, after: '', dialect });
    expect(changes.map(({ productTokens, pattern }) => [productTokens, pattern])).toEqual([
      [['a', 'b'], '/'],
      [['c'], '/x'],
    ]);
  });

  test('tells crawlers that the edit names from those whose group others join', () => {
    const ahrefs = 'User-agent: AhrefsBot\n';
    const before = `${ahrefs}Disallow: /cart\n\nUser-agent: GPTBot\nDisallow: /a\n`;
    // The rules of AhrefsBot went, so it is in the group below.
    const after = `${ahrefs}\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /cart\nDisallow: /\n`;
    const { crawlers } = compare({ before, after, dialect });
    expect(crawlers).toMatchObject({ unnamed: ['AhrefsBot'], named: ['GPTBot', 'CCBot'] });
    expect(crawlers.shutOut).toEqual(['GPTBot', 'CCBot', 'AhrefsBot']);
    expect(crawlers.unaffected).toContain('Googlebot');
  });

  test('the group of * names all crawlers that follow it', () => {
    const before = 'User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n';
    const { crawlers } = compare({ before, after: before.replace('/a', '/b'), dialect });
    expect(crawlers.unnamed).toEqual([]);
    expect(crawlers.named).toEqual(expect.arrayContaining(['*', 'bingbot', 'Googlebot-Image']));
    expect(crawlers.unaffected).toEqual(expect.arrayContaining(['AdsBot-Google', 'GPTBot']));
  });

  test.each([
    ['', 'x', []],
    ['x', '', []],
    ['', 'long', ['after']],
    ['long', 'long', ['before', 'after']],
  ])('names the versions that exceed the parsing limit: %j, %j', (before, after, truncated) => {
    const textOf = (name: string) => `User-agent: *\n${name === 'long' ? `#${'x'.repeat(512_000)}` : name}\nDisallow: /\n`;
    expect(compare({ before: textOf(before), after: textOf(after), dialect }).truncated).toEqual(truncated);
  });

  test('proves that two spellings of a file are equivalent', () => {
    const before = 'User-agent: *\nDisallow: /a\n';
    const after = '# the same\nuser-agent:*\nDisallow: /a*\nDisallow: /a/b\n';
    const { equivalent, changes } = compare({ before, after, dialect });
    expect([equivalent, changes]).toEqual([true, []]);
  });

  test('without a dialect, each crawler is compared in the one that it documents', () => {
    const after = 'User-agent: *\nDisallow: /wiki/Special:\n';
    const before = `${after}Disallow: /wiki/Special%3A\n`;
    expect(compare({ before, after, dialect }).equivalent).toBe(true);
    const { equivalent, changes } = compare({ before, after, dialect: undefined });
    expect(equivalent).toBe(false);
    expect(changes).toMatchObject([{ effect: 'newly-allowed', witness: '/wiki/Special%3A' }]);
    expect(changes[0]?.productTokens).toContain('Googlebot');
  });
});
