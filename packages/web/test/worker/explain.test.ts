import { type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { clauseOf } from '../../src/check/explanation.js';
import { explain } from '../../src/worker/check.js';
import type { Check } from '../../src/worker/requests.js';

function explainCheck(robotsTxt: string, check: Check, dialect?: DialectName, isBlocked = false) {
  return explain({ robotsTxt, dialect, isBlocked, check });
}

const ROBOTS_TXT = 'User-agent: a\nDisallow: /x\nAllow: /x/y\nUser-agent: b\nAllow: /\n';

test('an explanation has the deciding, overridden and user-agent lines', () => {
  const verdict = explainCheck(ROBOTS_TXT, {
    url: 'https://h.example/x/y',
    productToken: 'a',
  })?.verdict;
  expect(verdict).toMatchObject({
    allowed: true,
    rule: { line: 3 },
    matched: [{ line: 3 }, { line: 2, lost: 'fewer-bytes' }],
    group: { userAgentLines: [1] },
  });
  const other = explainCheck(ROBOTS_TXT, { url: '/q', productToken: 'nobody' })?.verdict;
  expect([other?.allowed, other?.rule, other?.group]).toEqual([true, undefined, undefined]);
});

test('explainCheck returns undefined for an invalid check', () => {
  expect(explainCheck(ROBOTS_TXT, { url: 'x', productToken: 'a' })).toBeUndefined();
  expect(explainCheck(ROBOTS_TXT, { url: '/x', productToken: 'a b' })).toBeUndefined();
});

const BODY = 'User-agent: a\nDisallow: /x\nDisallow:\n';

test('every verdict in every dialect has a clause', () => {
  for (const dialect of Object.values(dialects)) {
    for (const url of ['/x', '/y', '/robots.txt']) {
      for (const token of ['a', 'b']) {
        const verdict = parseRobotsTxt(BODY, { dialect }).explain(url, token);
        expect([dialect.name, verdict.reason, clauseOf(dialect.name, verdict)]).not.toContain(undefined);
      }
    }
  }
  const verdict = parseRobotsTxt(BODY).explain('/x', 'b');
  expect(clauseOf('rfc9309', verdict)).toBe('RFC 9309 2.2.1');
});

test('a custom dialect has no clauses', () => {
  const verdict = parseRobotsTxt(BODY).explain('/x', 'a');
  expect(clauseOf('toString', verdict)).toBeUndefined();
});

test('what the user chose decides, then the documentation of the crawler, then RFC 9309', () => {
  const page = 'User-agent: *\nDisallow: /\nAllow: /index.html\n';
  const decided = (productToken: string, dialect?: DialectName) => {
    const explained = explainCheck(page, { url: 'https://x.example/', productToken }, dialect);
    return [explained?.dialect, explained?.decision.outcome, explained?.differing];
  };
  const others = ['rfc9309', 'draft-koster-rep-00', 'koster1996', 'yandex'];
  // Google allows the folder of an index page.
  expect(decided('Googlebot')).toEqual(['google', 'allowed', others]);
  expect(decided('Googlebot', 'rfc9309')).toEqual(['rfc9309', 'disallowed', ['google']]);
  expect(decided('ExampleBot')).toEqual(['rfc9309', 'disallowed', ['google']]);
});

test('without a file there is nothing to explain', () => {
  expect(explainCheck('', { url: '/x', productToken: 'a' }, undefined, true)).toBeUndefined();
});
