import { dialects, parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { clauseOf, explainCheck, linesOf } from '../../src/check/explanation.js';

const file = parseRobotsTxt('User-agent: a\nDisallow: /x\nAllow: /x/y\nUser-agent: b\nAllow: /\n');

test('linesOf returns the deciding, overridden and user-agent lines', () => {
  const verdict = explainCheck(file, { url: 'https://h.example/x/y', productToken: 'a' });
  expect(verdict && linesOf(verdict)).toEqual({
    ...{ deciding: 3, allows: true, lost: [2], userAgentLines: [1] },
  });
  const other = explainCheck(file, { url: '/q', productToken: 'nobody' });
  expect(other && linesOf(other)).toEqual({
    ...{ deciding: undefined, allows: true, lost: [], userAgentLines: [] },
  });
});

test('explainCheck returns undefined for an invalid check', () => {
  expect(explainCheck(file, { url: 'x', productToken: 'a' })).toBeUndefined();
  expect(explainCheck(file, { url: '/x', productToken: 'a b' })).toBeUndefined();
});

const BODY = 'User-agent: a\nDisallow: /x\nDisallow:\n';

test('every verdict in every dialect has a clause', () => {
  for (const dialect of Object.values(dialects)) {
    for (const url of ['/x', '/y', '/robots.txt']) {
      for (const token of ['a', 'b']) {
        const verdict = parseRobotsTxt(BODY, { dialect }).explain(url, token);
        expect([dialect.name, verdict.reason, clauseOf(dialect, verdict)]).not.toContain(undefined);
      }
    }
  }
  const verdict = parseRobotsTxt(BODY).explain('/x', 'b');
  expect(clauseOf(dialects.rfc9309, verdict)).toBe('RFC 9309 2.2.1');
});

test('a custom dialect has no clauses', () => {
  const verdict = parseRobotsTxt(BODY).explain('/x', 'a');
  expect(clauseOf({ ...dialects.rfc9309, name: 'toString' }, verdict)).toBeUndefined();
});
