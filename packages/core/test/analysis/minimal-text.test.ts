import { expect, test } from 'vitest';
import { asUnicode, shorterOf, tidy } from '../../src/analysis/minimal-text.js';
import { parseRobotsTxt } from '../../src/index.js';
import { bytes } from '../support/make.js';

test('keeps only records and the comments of rules', () => {
  const body = '# a\n\nUser-agent: * # b\n# c\nDisallow:  /x #d\n# e\n\nprose\nHost: h # f';
  expect(tidy(parseRobotsTxt(body))).toBe('User-agent: *\n# c\nDisallow:  /x #d\nHost: h # f');
});

test('row 12: keeps a blank line that ends a group', () => {
  const body = 'User-agent: *\n\nDisallow: /x\n';
  expect(tidy(parseRobotsTxt(body, { dialect: 'koster1996' }))).toBe(body);
});

test('compares UTF-8 lengths and prefers the first of equals', () => {
  expect(shorterOf('abc', 'é')).toBe('é');
  expect(shorterOf('ab', 'é')).toBe('ab');
});

test('escapes invalid Unicode', () => {
  expect(asUnicode(parseRobotsTxt(bytes('User-agent:*\nAllow:/\xFC'))).text).toBe(
    'User-agent: *\nAllow: /%FC\n',
  );
});
