import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { explainQuestion, linesOf } from '../../src/check/explain.js';

const file = parseRobotsTxt('User-agent: a\nDisallow: /x\nAllow: /x/y\nUser-agent: b\nAllow: /\n');

test('the lines of a verdict are the one that decides, those that lost and the user-agent lines', () => {
  const verdict = explainQuestion(file, { url: 'https://h.example/x/y', productToken: 'a' });
  expect(verdict && linesOf(verdict)).toEqual({ deciding: 3, lost: [2], userAgentLines: [1] });
  const other = explainQuestion(file, { url: '/q', productToken: 'nobody' });
  expect(other && linesOf(other)).toEqual({ deciding: undefined, lost: [], userAgentLines: [] });
});

test('what a link brings need not be a question', () => {
  expect(explainQuestion(file, { url: 'x', productToken: 'a' })).toBeUndefined();
  expect(explainQuestion(file, { url: '/x', productToken: 'a b' })).toBeUndefined();
});
