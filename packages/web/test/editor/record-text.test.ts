import { parseRobotsTxt, type RobotsTxtRecord } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { recordText } from '../../src/editor/record-text.js';
import { en } from '../support/texts.js';

function recordOf(line: string): RobotsTxtRecord {
  const [record] = parseRobotsTxt(line).records;
  if (record === undefined) throw new Error('missing record');
  return record;
}

function textOf(line: string, tokens: readonly string[] = ['a']) {
  return recordText(recordOf(line), tokens, 'rfc9309', en);
}

describe('recordText', () => {
  test('explains the crawlers, path and matching of a rule (RFC 9309 2.2.2)', () => {
    const { sentences, clause } = textOf('Disallow: /a/*.html$', ['a', '*']);
    expect(clause).toBe('RFC 9309 2.2.2');
    expect(sentences[0]).toBe('For a, all other crawlers:');
    expect(sentences[1]).toContain('/a/*.html$');
    expect(sentences).toContain(en.editor.wildcard);
    expect(sentences).toContain(en.editor.endOfUrl);
    expect(sentences.at(-1)).toBe(en.editor.mostBytes);
  });

  test('names the first crawlers of a long group, so that the rule stays in sight', () => {
    const tokens = Array.from({ length: 27 }, (_, id) => `bot${id}`);
    const { sentences } = textOf('Disallow: /', tokens);
    expect(sentences[0]).toBe('For bot0, bot1, bot2, bot3, bot4 and 22 more:');
  });

  test('does not explain wildcards if the dialect has none', () => {
    const { sentences } = recordText(recordOf('Disallow: /*'), ['a'], 'koster1996', en);
    expect(sentences).not.toContain(en.editor.wildcard);
    expect(sentences.at(-1)).toBe(en.editor.firstInFile);
  });

  test('explains rules outside of groups and empty paths (RFC 9309 2.2.2)', () => {
    expect(recordText(recordOf('Allow: /'), undefined, 'rfc9309', en).sentences).toEqual([en.editor.outsideGroup]);
    expect(textOf('Disallow:').sentences.at(-1)).toBe(en.editor.emptyPath);
  });

  test('gives the clause of other records, comments and invalid lines', () => {
    expect(textOf('Sitemap: https://a.example/s').clause).toBe('sitemaps.org');
    expect(textOf('# c').sentences).toEqual([en.editor.record.comment]);
    expect(textOf('what').clause).toBe('RFC 9309 2.3.1.5');
    expect(textOf('User-agent: *').sentences).toEqual([en.editor.record.allOthers]);
    expect(textOf('User-agent: b').sentences[0]).toContain('b');
  });
});
