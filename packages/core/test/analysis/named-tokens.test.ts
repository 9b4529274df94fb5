import { describe, expect, test } from 'vitest';
import { NamedGroups, namedTokens } from '../../src/analysis/audience.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { bytes } from '../support/make.js';

const file = (...names: string[]) => parseRobotsTxt(names.map((name) => `user-agent: ${name}\nallow: /${name}\n`).join(''));

describe('product tokens of files', () => {
  test('selected groups: each once, ignoring case, with * last', () => {
    expect(namedTokens([file('Foo', '*', 'bar'), file('FOO', 'baz')])).toEqual(['Foo', 'bar', 'baz', '*']);
    expect(namedTokens([file()])).toEqual(['*']);
  });

  test('skips names that are invalid as product tokens', () => {
    const names = 'user-agent: a(b\nuser-agent: \u00fc\nuser-agent: \xff\nuser-agent: c\n';
    const koster = parseRobotsTxt(bytes(names.replace('\u00fc', '\xc3\xbc')), {
      dialect: 'koster1996',
    });
    expect(namedTokens([koster])).toEqual(['\u00fc', 'c', '*']);
  });
});

describe('groups that may apply', () => {
  const text = 'user-agent: a\nuser-agent: b\nallow: /\nuser-agent: a\nallow: /x\nuser-agent: *\n';
  const groups = new NamedGroups([parseRobotsTxt(text), parseRobotsTxt('')]);

  test('are the same for tokens named by the same groups', () => {
    const keys = ['a', 'A/1.0', 'b', 'c', '*'].map((token) => groups.keyOf(token));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[4]).toBe(keys[3]);
    expect(new Set(keys).size).toBe(3);
  });

  test('agree if their rules are equal one by one', () => {
    const [one, other] = ['user-agent: a\nallow: /x\n', '# x\nUser-agent: A\n\nAllow: /x\n'];
    const agree = (a: string, b: string, dialect: 'rfc9309' | 'google' = 'rfc9309') =>
      new NamedGroups([parseRobotsTxt(a), parseRobotsTxt(b, { dialect })]).agreeOn('a');
    expect(agree(one, other)).toBe(true);
    expect(agree(one, `${other}allow: /y`)).toBe(false);
    expect(agree(one, `${other}user-agent: a\n`)).toBe(false);
    expect(agree(one, one, 'google')).toBe(false);
  });

  test('product tokens: throws for an invalid product token', () => {
    expect(() => groups.keyOf('Mozilla/5.0 (x)')).toThrow(TypeError);
  });
});
