import { expect, test } from 'vitest';
import { aiPages } from '../../src/crawlers/ai-pages.js';
import { expectSoundPages, tokensOf } from '../support/operator-pages.js';

test('pages are unique, sorted by operator and not empty', () => expectSoundPages(aiPages));

test('distinguishes training, search and user requests', () => {
  expect(tokensOf(aiPages, 'Anthropic')).toEqual(['Claude-SearchBot', 'Claude-User', 'ClaudeBot']);
  const anthropic = aiPages.find(({ operator }) => operator === 'Anthropic');
  expect(anthropic?.crawlers.map(([, purpose]) => purpose)).toEqual([
    'ai-search',
    'ai-user',
    'ai-training',
  ]);
});
