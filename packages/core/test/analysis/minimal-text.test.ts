import { expect, test } from 'vitest';
import { asUnicode, lengthOf, shorterOf, tidy } from '../../src/analysis/minimal-text.js';
import { parseRobotsTxt } from '../../src/index.js';
import { bytes } from '../support/make.js';

test('only records stay, and the comments of rules', () => {
  const body = '# a\n\nUser-agent: * # b\n# c\nDisallow:  /x #d\n# e\n\nprose\nHost: h # f';
  expect(tidy(parseRobotsTxt(body))).toBe('User-agent: *\n# c\nDisallow:  /x #d\nHost: h # f');
});

test('row 12: a blank line stays where it ends a group', () => {
  const body = 'User-agent: *\n\nDisallow: /x\n';
  expect(tidy(parseRobotsTxt(body, { dialect: 'koster1996' }))).toBe(body);
});

test('lengths are those of UTF-8, and of equally long texts the first is taken', () => {
  expect(lengthOf('é')).toBe(2);
  expect(shorterOf('abc', 'é')).toBe('é');
  expect(shorterOf('ab', 'é')).toBe('ab');
});

test('bytes that are not Unicode are escaped', () => {
  expect(asUnicode(parseRobotsTxt(bytes('User-agent:*\nAllow:/\xFC'))).text).toBe(
    'User-agent: *\nAllow: /%FC\n',
  );
});
