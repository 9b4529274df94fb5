import { dialects, parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { clauseOf } from '../../src/check/clauses.js';

const BODY = 'User-agent: a\nDisallow: /x\nDisallow:\n';

test('every verdict of every dialect has its clause', () => {
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

test('a dialect of one’s own has no document', () => {
  const verdict = parseRobotsTxt(BODY).explain('/x', 'a');
  expect(clauseOf({ ...dialects.rfc9309, name: 'toString' }, verdict)).toBeUndefined();
});
