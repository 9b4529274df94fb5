import { parseRobotsTxt } from '@repkit/core';
import { lint } from '@repkit/core/analysis';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { NOT_GOVERNED } from '../../src/analysis/verdict-code.js';

describe('lint', () => {
  const robotsTxt = 'User-agent: a\nDissallow: /x\n\n# next\nUser-agent: b\n\n\nAllow: /\n';

  test('returns the diagnostics of core under the requested dialect', () => {
    const result = analyze({ kind: 'lint', robotsTxt, dialect: 'koster1996' });
    expect(result).toMatchObject({
      robotsTxt,
      diagnostics: lint(parseRobotsTxt(robotsTxt, { dialect: 'koster1996' })),
    });
  });

  test('ends a group at its last record, before blank lines and comments', () => {
    expect(analyze({ kind: 'lint', robotsTxt, dialect: 'rfc9309' })).toMatchObject({
      groups: [
        { first: 1, last: 2 },
        { first: 5, last: 8 },
      ],
    });
  });
});

test('returns verdicts row by row and skips invalid URLs', () => {
  const robotsTxt = 'User-agent: a\nDisallow: /x\n';
  const result = analyze({
    kind: 'verdicts',
    robotsTxt,
    dialect: 'rfc9309',
    urls: '/x\nnothing\n/y\n',
    productTokens: ['a', '*'],
  });
  expect(result).toEqual({
    urls: ['/x', '/y'],
    invalidUrls: ['nothing'],
    productTokens: ['a', '*'],
    allowed: Uint8Array.of(0, 1, 1, 1),
  });
});

test('checks known crawlers as they document, and marks those that the rules do not govern', () => {
  const names = ['Applebot', 'AdsBot-Google', 'ChatGPT-User', 'Google-Extended', 'MyBot'];
  const result = analyze({
    kind: 'verdicts',
    robotsTxt: 'User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /\n',
    dialect: 'rfc9309',
    urls: '/x\n',
    productTokens: names,
  });
  expect(result).toMatchObject({
    productTokens: names,
    allowed: Uint8Array.of(1, 1, NOT_GOVERNED, 0, 0),
  });
});
