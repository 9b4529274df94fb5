import { lint, parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { answer } from '../../src/analysis/answer.js';

describe('lint', () => {
  const robotsTxt = 'User-agent: a\nDissallow: /x\n\n# next\nUser-agent: b\n\n\nAllow: /\n';

  test('has what core finds, in the dialect that is asked for', () => {
    const answered = answer({ kind: 'lint', robotsTxt, dialect: 'koster1996' });
    expect(answered).toMatchObject({
      robotsTxt,
      diagnostics: lint(parseRobotsTxt(robotsTxt, { dialect: 'koster1996' })),
    });
  });

  test('a group ends at its last record: what follows is more often about the next one', () => {
    expect(answer({ kind: 'lint', robotsTxt, dialect: 'rfc9309' })).toMatchObject({
      groups: [
        { first: 1, last: 2 },
        { first: 5, last: 8 },
      ],
    });
  });
});

test('verdicts come row by row, and are those of core', () => {
  const robotsTxt = 'User-agent: a\nDisallow: /x\n';
  const answered = answer({
    kind: 'verdicts',
    robotsTxt,
    dialect: 'rfc9309',
    urls: '/x\nnothing\n/y\n',
    productTokens: ['a', '*'],
  });
  expect(answered).toEqual({
    kind: 'verdicts',
    urls: ['/x', '/y'],
    refused: ['nothing'],
    productTokens: ['a', '*'],
    allowed: Uint8Array.of(0, 1, 1, 1),
  });
});
