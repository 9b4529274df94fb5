import { describe, expect, test } from 'vitest';
import { type Dialect, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { dialectNames } from '../support/make.js';

test.each(dialectNames)('%s is plain data', (name) => {
  const { maxLineBytes, maxRules, maxRuleCharacters, ...rest } = dialects[name];
  for (const limit of [maxLineBytes, maxRules, maxRuleCharacters]) {
    expect(limit).toBeTypeOf('number');
  }
  expect(JSON.parse(JSON.stringify(rest))).toEqual(rest);
});

describe('a custom dialect', () => {
  const body = 'bot: foo\nnever: /a*b\nallow: /a\n\nuser-agent: *\ndisallow: /';
  const custom: Dialect = {
    ...dialects.google,
    name: 'custom',
    fieldNames: { ...dialects.google.fieldNames, 'user-agent': ['bot'], disallow: ['never'] },
    wildcards: false,
  };

  test('applies to parsing and matching', () => {
    const robotsTxt = parseRobotsTxt(body, { dialect: custom });
    expect(robotsTxt.dialect).toBe(custom);
    expect(robotsTxt.records.map(({ kind }) => kind)).toEqual(['user-agent', 'disallow', 'allow', 'blank', 'unknown', 'unknown']);
    expect(robotsTxt.isAllowed('/axb', 'foo')).toBe(true);
    expect(robotsTxt.isAllowed('/a*bc', 'foo')).toBe(false);
    expect(robotsTxt.explain('/', 'bar').reason).toBe('no-group');
  });

  test('leaves its base dialect unchanged', () => {
    const robotsTxt = parseRobotsTxt(body, { dialect: 'google' });
    expect(robotsTxt.isAllowed('/axb', 'foo')).toBe(false);
    expect(robotsTxt.groups).toHaveLength(1);
  });

  test('is identified by the object, not by its name', () => {
    const spaced = 'user-agent:_foo\ndisallow:_/a';
    const underscores: Dialect = { ...dialects.rfc9309, whiteSpace: '_' };
    expect(parseRobotsTxt(spaced, { dialect: underscores }).isAllowed('/a', 'foo')).toBe(false);
    expect(parseRobotsTxt(spaced, { dialect: dialects.rfc9309 }).isAllowed('/a', 'foo')).toBe(true);
  });

  /** Field names that the fast path of the line reader must not take for the common ones. */
  test.each<[string, Partial<Dialect['fieldNames']>, boolean]>([
    ['a shorter name', { allow: ['all'] }, false],
    ['a shorter name next to the common one', { allow: ['all', 'allow'] }, true],
    ['no name', { allow: [''] }, false],
  ])('with %s for a field of groups', (_name, names, isAllowed) => {
    const dialect: Dialect = {
      ...dialects.rfc9309,
      name: 'custom',
      fieldNames: { ...dialects.rfc9309.fieldNames, ...names },
    };
    const robotsTxt = parseRobotsTxt('user-agent: *\ndisallow: /\nallow: /a\n', { dialect });
    expect(robotsTxt.isAllowed('/a', 'foo')).toBe(isAllowed);
  });
});
