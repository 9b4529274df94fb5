import { expect, test } from 'vitest';
import { aiPages } from '../../src/crawlers/ai-pages.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('each page is there once, and names someone', () => expectSoundPages(aiPages));

test('training, search and the requests of users are told apart where their operator does', () => {
  expect(tokensOf(aiPages, 'Anthropic')).toEqual(['ClaudeBot', 'Claude-SearchBot', 'Claude-User']);
  const anthropic = aiPages.find(({ operator }) => operator === 'Anthropic');
  expect(anthropic?.crawlers.map(([, purpose]) => purpose)).toEqual([
    'ai-training',
    'ai-search',
    'ai-user',
  ]);
});
