import { describe, expect, test } from 'vitest';
import { isLanguage, loadMessages, preferredLanguage } from '../../src/messages/messages.js';

describe('the language of the page', () => {
  test('is the first of the reader’s that it has', () => {
    expect(preferredLanguage(['de-DE', 'ja-JP', 'en'])).toBe('ja');
    expect(preferredLanguage(['TR'])).toBe('tr');
    expect(preferredLanguage(['constructor', 'de'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });

  test('is known by its tag', () => {
    expect(['en', 'ja', 'tr', 'de', 'toString'].map(isLanguage)).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  test('is loaded by its tag', async () => {
    expect((await loadMessages('en')).view.check).toBe('Check');
    expect((await loadMessages('ja')).view.check).toBe('確認');
    expect((await loadMessages('tr')).view.check).toBe('Denetim');
  });
});
