import { lint, parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';

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
    kind: 'verdicts',
    urls: ['/x', '/y'],
    invalidUrls: ['nothing'],
    productTokens: ['a', '*'],
    allowed: Uint8Array.of(0, 1, 1, 1),
  });
});
