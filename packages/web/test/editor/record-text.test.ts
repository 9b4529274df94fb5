import { parseRobotsTxt, type RobotsTxtRecord } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { recordText } from '../../src/editor/record-text.js';
import { en } from '../../src/messages/en.js';

function recordOf(line: string): RobotsTxtRecord {
  const [record] = parseRobotsTxt(line).records;
  if (record === undefined) throw new Error('there is no record');
  return record;
}

function textOf(line: string, tokens: readonly string[] = ['a']) {
  return recordText(recordOf(line), tokens, 'rfc9309', en);
}

describe('a record in words', () => {
  test('a rule says for whom, what and how it is compared, with its clause (RFC 9309 2.2.2)', () => {
    const { sentences, clause } = textOf('Disallow: /a/*.html$', ['a', '*']);
    expect(clause).toBe('RFC 9309 2.2.2');
    expect(sentences[0]).toBe('For a, everyone who is not named:');
    expect(sentences[1]).toContain('/a/*.html$');
    expect(sentences).toContain(en.editor.anyBytes);
    expect(sentences).toContain(en.editor.endOfUrl);
    expect(sentences.at(-1)).toBe(en.editor.mostBytes);
  });

  test('wildcards are not explained where the dialect has none', () => {
    const { sentences } = recordText(recordOf('Disallow: /*'), ['a'], 'koster1996', en);
    expect(sentences).not.toContain(en.editor.anyBytes);
    expect(sentences.at(-1)).toBe(en.editor.firstInFile);
  });

  test('a rule outside of any group is void (RFC 9309 2.2.2), an empty path restricts nothing', () => {
    expect(recordText(recordOf('Allow: /'), undefined, 'rfc9309', en).sentences).toEqual([
      en.editor.outsideGroup,
    ]);
    expect(textOf('Disallow:').sentences.at(-1)).toBe(en.editor.emptyPath);
  });

  test('other records, comments and what is no record have their clauses', () => {
    expect(textOf('Sitemap: https://a.example/s').clause).toBe('sitemaps.org');
    expect(textOf('# c').sentences).toEqual([en.editor.record.comment()]);
    expect(textOf('what').clause).toBe('RFC 9309 2.3.1.5');
    expect(textOf('User-agent: *').sentences).toEqual([en.editor.record.everyone]);
    expect(textOf('User-agent: b').sentences[0]).toContain('b');
  });
});
