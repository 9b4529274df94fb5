import type { Decision, Provenance } from '@repkit/client';
import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { answerByDecision, answerByRules, matchedRule } from '../../src/work/given-files.js';

const file = parseRobotsTxt('User-agent: *\nDisallow: /a\nAllow: /a/b\n');
const provenance = { origin: 'https://example.com' } as Provenance;

test('by rules: the rule and its line; the reasons where they are asked for', () => {
  const verdict = file.explain('/a/b', 'Bot', { all: true });
  expect(answerByRules('/a/b', 'Bot', verdict, false)).toEqual({
    url: '/a/b',
    productToken: 'Bot',
    verdict: 'allowed',
    reason: 'rule',
    rule: { kind: 'allow', pattern: '/a/b', line: 3 },
  });
  const explained = answerByRules('/a/b', 'Bot', verdict, true);
  expect(explained).toMatchObject({ target: '/a/b', group: { userAgentLines: [1] } });
  expect(explained.matched?.map(({ line, lost }) => [line, lost])).toEqual([
    [3, undefined],
    [2, 'fewer-bytes'],
  ]);
});

test('no rule: none is told of', () => {
  const answer = answerByRules('/c', 'Bot', file.explain('/c', 'Bot', { all: true }), true);
  expect(answer).toMatchObject({ verdict: 'allowed', reason: 'no-rule', matched: [] });
  expect(answer).not.toHaveProperty('rule');
});

test('unreachable: when it is tried again, and where that comes from', () => {
  const decision: Decision = {
    url: 'https://example.com/a',
    productToken: 'Bot',
    outcome: 'unreachable',
    reason: 'dns',
    verdict: undefined,
    nextTryAt: 5,
    provenance,
  };
  expect(answerByDecision(decision, undefined, true)).toEqual({
    url: 'https://example.com/a',
    productToken: 'Bot',
    verdict: 'unreachable',
    reason: 'dns',
    nextTryAt: 5,
    provenance,
  });
  expect(answerByDecision(decision, undefined, false)).not.toHaveProperty('provenance');
});

test('a rule is told without what holds for each that matched', () => {
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
