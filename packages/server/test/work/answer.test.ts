import type { Provenance } from '@repkit/client';
import { type Decision, decider, parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { matchedRule, resultOf } from '../../src/work/inline-check.js';

const file = parseRobotsTxt('User-agent: *\nDisallow: /a\nAllow: /a/b\n');
const checked = (url: string): Decision =>
  decider({ kind: 'file', file: { in: () => file } }, 'Bot').decide(url, { all: true });
const provenance = { origin: 'https://example.com', reason: 'dns', nextRequestAt: 5 } as Provenance;

test('a result by rules has the rule and its line, and on request an explanation', () => {
  const decision = checked('/a/b');
  expect(resultOf('/a/b', decision, false)).toEqual({
    url: '/a/b',
    productToken: 'Bot',
    verdict: 'allowed',
    reason: 'rule',
    rule: { kind: 'allow', pattern: '/a/b', line: 3 },
  });
  const explained = resultOf('/a/b', decision, true);
  expect(explained).toMatchObject({ target: '/a/b', group: { userAgentLines: [1] } });
  expect(explained.matched?.map(({ line, lost }) => [line, lost])).toEqual([
    [3, undefined],
    [2, 'fewer-bytes'],
  ]);
});

test('a result without a matching rule has no rule', () => {
  const result = resultOf('/c', checked('/c'), true);
  expect(result).toMatchObject({ verdict: 'allowed', reason: 'no-rule', matched: [] });
  expect(result).not.toHaveProperty('rule');
});

test('an unreachable result has nextTryAt, and on request its provenance', () => {
  const url = 'https://example.com/a';
  const decision = decider({ kind: 'unreachable' }, 'Bot').decide(url);
  expect(resultOf(url, decision, true, { provenance })).toEqual({
    url: 'https://example.com/a',
    productToken: 'Bot',
    verdict: 'unreachable',
    reason: 'dns',
    nextTryAt: 5,
    provenance,
  });
  expect(resultOf(url, decision, false, { provenance })).not.toHaveProperty('provenance');
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
