import { knownCrawlers } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { en } from '../../src/messages/en.js';
import { ja } from '../../src/messages/ja.js';
import { isLanguage, loadMessages, preferredLanguage } from '../../src/messages/messages.js';
import { tr } from '../../src/messages/tr.js';
import { sameTexts, textsOf } from '../support/message-texts.js';

describe('the language of the page', () => {
  test('is the first supported language of the browser', () => {
    expect(preferredLanguage(['de-DE', 'ja-JP', 'en'])).toBe('ja');
    expect(preferredLanguage(['TR'])).toBe('tr');
    expect(preferredLanguage(['constructor', 'de'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });

  test('is recognized by its tag', () => {
    expect(['en', 'ja', 'tr', 'de', 'toString'].map(isLanguage)).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  test('is loaded on demand', async () => {
    expect((await loadMessages('en')).view.check).toBe('Check');
    expect((await loadMessages('ja')).view.check).toBe('URLテスト');
    expect((await loadMessages('tr')).view.check).toBe('Test');
  });
});

/** Names that are the same in all languages. */
const NAMES = [
  ...['rfc9309', 'google', 'amazon', 'yandex'].map((name) => `.specName.${name}`),
  '.panes.file',
];

describe('the texts', () => {
  test.each([
    ['Japanese', ja],
    ['Turkish', tr],
  ])('%s has a translation of every English text', (_, messages) => {
    expect([...textsOf(messages).keys()].sort()).toEqual([...textsOf(en).keys()].sort());
    expect(sameTexts(en, messages).filter((path) => !NAMES.includes(path))).toEqual([]);
  });

  test.each([ja, tr])('explain every control token', ({ check }) => {
    const names = knownCrawlers.flatMap(({ name, governs }) => (governs ? [name] : []));
    expect(Object.keys(check.governs).sort()).toEqual(names.sort());
  });

  test('count one thing in the singular', () => {
    expect(en.check.summary('1', '1')).toBe('1 URL, 1 disallowed verdict');
    expect(en.check.sitemapIndex(1)).toContain('1 sitemap ');
    expect(en.bytes('1')).toBe('1 byte');
  });

  test.each([en, ja, tr])('are not empty and have no surrounding white space', (messages) => {
    const texts = [...textsOf(messages)];
    expect(texts.filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
  });
});
