import { diagnosticCodes } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { en } from '../../src/messages/en.js';
import { ja } from '../../src/messages/ja.js';
import { isLanguage, loadMessages, preferredLanguage } from '../../src/messages/messages.js';
import { tr } from '../../src/messages/tr.js';
import { sameTexts, textsOf } from '../support/message-texts.js';

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

/** Names that are the same in every language. */
const NAMES = [
  '.specName.rfc9309',
  '.specName.google',
  '.editor.label',
  '.check.exportCsv',
  '.check.exportJson',
];

describe('the texts', () => {
  test.each([
    ['Japanese', ja],
    ['Turkish', tr],
  ])('%s has every English text, translated', (_, messages) => {
    expect([...textsOf(messages).keys()].sort()).toEqual([...textsOf(en).keys()].sort());
    expect(sameTexts(en, messages).filter((path) => !NAMES.includes(path))).toEqual([]);
  });

  test.each([en, ja, tr])('no text is empty or surrounded by white space', (messages) => {
    const texts = [...textsOf(messages)];
    expect(texts.filter(([, text]) => text === '' || text !== text.trim())).toEqual([]);
  });

  test('the English titles of diagnostics are those of the registry', () => {
    const titles = Object.entries(diagnosticCodes).map(([code, { title }]) => [code, title]);
    expect(en.findings.title).toEqual(Object.fromEntries(titles));
  });
});
