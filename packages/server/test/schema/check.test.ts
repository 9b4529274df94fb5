import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { CheckRequest, StreamAnswer, StreamQuestion } from '../../src/schema/check.js';

test('a question of a stream is one URL and one product token', () => {
  const question = { url: 'https://example.com/', productToken: 'Bot' };
  expect(Check(StreamQuestion, question)).toBe(true);
  expect(Check(StreamQuestion, { ...question, urls: [] })).toBe(false);
  expect(Check(CheckRequest, { urls: [question.url], productTokens: ['Bot'] })).toBe(true);
});

test('a line of a stream is an answer or a problem', () => {
  const problem = { type: '/docs#problem-a', title: 'A.', status: 400, detail: 'A.' };
  expect(Check(StreamAnswer, { line: 1, problem })).toBe(true);
  expect(Check(StreamAnswer, { line: 1 })).toBe(false);
});
