import { diagnosticCodes } from '@repkit/core/analysis';
import { knownCrawlers } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { findingText, isLanguage, loadMessages, messagesOf, preferredLanguage } from '../../src/messages/messages.js';
import { en, FILES, ja, textsOf } from '../support/texts.js';

describe('the language of the page', () => {
  test('is the first supported language of the browser', () => {
    expect(preferredLanguage(['de-DE', 'ja-JP', 'en'])).toBe('ja');
    expect(preferredLanguage(['TR'])).toBe('tr');
    expect(preferredLanguage(['constructor', 'de'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });

  test('is recognized by its tag', () => {
    expect(['en', 'ja', 'tr', 'de', 'toString'].map(isLanguage)).toEqual([...[true, true, true, false, false]]);
  });

  test('is loaded on demand', async () => {
    expect((await loadMessages('en')).view.check).toBe('Check');
    expect((await loadMessages('ja')).view.check).toBe('確認');
    expect((await loadMessages('tr')).view.check).toBe('Denetle');
  });
});

describe('a text', () => {
  test('has values by name, and numbers as is usual in the language', () => {
    expect(en.fill('{a} of {b}, {a}', { a: 1234, b: '{a}' })).toBe('1,234 of {a}, 1,234');
    expect(messagesOf('tr', {}).fill('{count}', { count: 1234 })).toBe('1.234');
    expect(en.fill('no {values}', {})).toBe('no ');
  });

  test('has a form for exactly 0 and one per plural category', () => {
    const forms = { '=0': 'none', one: 'one', other: '{count} of them' };
    expect([0, 1, 2].map((count) => en.fill(forms, { count }))).toEqual(['none', 'one', '2 of them']);
    expect(ja.fill(forms, { count: 1 })).toBe('1 of them');
  });

  test('that a language lacks is in English', () => {
    const partial = messagesOf('ja', { check: { urls: 'URL一覧', purpose: { seo: 'SEO分析' } } });
    expect([partial.check.urls, partial.check.filter]).toEqual(['URL一覧', 'Filter URLs']);
    expect([partial.check.purpose.seo, partial.check.purpose.other]).toEqual(['SEO分析', 'other']);
    expect(partial.fill(partial.check.urlCount, { count: 2 })).toBe('2 URLs');
  });

  test('about a problem without translation is that of core', () => {
    const problem = { code: 'new-check', title: 'New check' };
    expect(findingText(ja, problem)).toEqual(['New check', undefined]);
    expect(findingText(ja, { code: 'toString', title: 'New check' })[0]).toBe('New check');
    expect(findingText(ja, { code: 'html', title: 'HTML page' })[0]).toBe('HTMLページ');
  });
});

/** The names of the placeholders of a text. */
function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

/** What English has no texts for: core has them. */
const OF_CORE = [
  ...Object.keys(diagnosticCodes).flatMap((code) => [`.findings.text.${code}.title`, `.findings.text.${code}.text`]),
  ...knownCrawlers.flatMap(({ name, governs, blocking, note }) => [
    ...(governs ? [`.check.governs.${name}`] : []),
    ...[blocking, note].flatMap((fact) => (fact ? [`.crawlerFacts.${fact}`] : [])),
  ]),
];

/** Returns the path of a text without its plural form. */
const textPath = (path: string) => path.replace(/\.(?:=0|one|other)$/, '');

describe.each([
  ['Japanese', FILES.ja],
  ['Turkish', FILES.tr],
])('the texts in %s', (name, file) => {
  const english = textsOf(FILES.en);
  const texts = textsOf(file);

  test('missing ones are listed here and shown in English', () => {
    const translated = new Set([...texts.keys()].map(textPath));
    const wanted = [...new Set([...english.keys()].map(textPath)), ...new Set(OF_CORE)];
    const missing = wanted.filter((path) => !translated.has(path));
    console.log(`${name}: ${missing.length} texts are missing${missing.map((path) => `\n  ${path}`)}`);
    // So few that the page is in one language.
    expect(missing.length).toBeLessThan(wanted.length / 10);
  });

  test('exist in English, in core, or as a plural form', () => {
    const known = new Set([...[...english.keys()].map(textPath), ...OF_CORE]);
    expect([...texts.keys()].filter((path) => !known.has(textPath(path)))).toEqual([]);
  });

  test('have the placeholders of the English text', () => {
    for (const [path, text] of texts) {
      const original = english.get(path) ?? english.get(`${textPath(path)}.other`);
      if (original === undefined || path.endsWith('.=0')) continue;
      const [expected, actual] = [placeholdersOf(original), placeholdersOf(text)];
      expect([path, actual.filter((placeholder) => !expected.includes(placeholder))]).toEqual([...[path, []]]);
    }
  });
});

test.each(Object.entries(FILES))('the texts are not empty and have no surrounding white space: %s', (_, file) => {
  const wrong = [...textsOf(file)].filter(
    ([path, text]) =>
      path !== '.editor.separator' && !path.startsWith('.findings.text.') && (text === '' || text !== text.trim()),
  );
  expect(wrong).toEqual([]);
});
