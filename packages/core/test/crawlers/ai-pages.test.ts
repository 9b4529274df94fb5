import { expect, test } from 'vitest';
import { aiPages } from '../../src/crawlers/ai-pages.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('each page is there once, by operator, and names someone', () => expectSoundPages(aiPages));

test('training, search and the requests of users are told apart where their operator does', () => {
  expect(tokensOf(aiPages, 'Anthropic')).toEqual(['Claude-SearchBot', 'Claude-User', 'ClaudeBot']);
  const anthropic = aiPages.find(({ operator }) => operator === 'Anthropic');
  expect(anthropic?.crawlers.map(([, purpose]) => purpose)).toEqual([
    'ai-search',
    'ai-user',
    'ai-training',
  ]);
});
