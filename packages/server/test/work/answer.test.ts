import type { Decision, Provenance } from '@repkit/client';
import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { matchedRule, resultByDecision, resultByRules } from '../../src/work/inline-check.js';

const file = parseRobotsTxt('User-agent: *\nDisallow: /a\nAllow: /a/b\n');
const provenance = { origin: 'https://example.com', reason: 'dns' } as Provenance;

test('a result by rules has the rule and its line, and on request an explanation', () => {
  const verdict = file.explain('/a/b', 'Bot', { all: true });
  expect(resultByRules('/a/b', 'Bot', file, verdict, false)).toEqual({
    url: '/a/b',
    productToken: 'Bot',
    verdict: 'allowed',
    reason: 'rule',
    rule: { kind: 'allow', pattern: '/a/b', line: 3 },
  });
  const explained = resultByRules('/a/b', 'Bot', file, verdict, true);
  expect(explained).toMatchObject({ target: '/a/b', group: { userAgentLines: [1] } });
  expect(explained.matched?.map(({ line, lost }) => [line, lost])).toEqual([
    [3, undefined],
    [2, 'fewer-bytes'],
  ]);
});

test('a result without a matching rule has no rule', () => {
  const result = resultByRules('/c', 'Bot', file, file.explain('/c', 'Bot', { all: true }), true);
  expect(result).toMatchObject({ verdict: 'allowed', reason: 'no-rule', matched: [] });
  expect(result).not.toHaveProperty('rule');
});

test('an unreachable result has nextTryAt, and on request its provenance', () => {
  const decision: Decision = {
    url: 'https://example.com/a',
    crawler: 'Bot',
    dialect: 'rfc9309',
    outcome: 'unreachable',
    reason: 'unreachable',
    nextTryAt: 5,
    provenance,
  };
  expect(resultByDecision(decision, undefined, true)).toEqual({
    url: 'https://example.com/a',
    productToken: 'Bot',
    verdict: 'unreachable',
    reason: 'dns',
    nextTryAt: 5,
    provenance,
  });
  expect(resultByDecision(decision, undefined, false)).not.toHaveProperty('provenance');
});

test('a matching rule omits `usable`', () => {
  const [rule] = file.explain('/a', 'Bot', { all: true }).matched ?? [];
  if (rule === undefined) throw new Error('no rule matched');
  expect(matchedRule(rule)).toEqual({
    kind: 'disallow',
    pattern: '/a',
    canonicalPattern: '/a',
    bytes: 2,
    line: 2,
    span: rule.span,
  });
});
