import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { byteString } from '../../src/match/canonical.js';
import { folderEnd } from '../../src/match/pattern-forms.js';
import { NONE } from '../../src/match/strategy.js';
import { bytes } from '../support/make.js';
import { ruleListOf, targetOf } from '../support/patterns.js';
import { wordsOf } from '../support/words.js';

/** The bytes that count if the path matches the target, else -1. */
function match(line: string, target: string, dialect: DialectName = 'rfc9309'): number {
  return ruleListOf([line], dialect).match(0, targetOf(target));
}

describe('properties of a rule', () => {
  const rules = ruleListOf(['allow: /a', 'x: y', '', 'disallow: # nothing', 'disallow: fish', 'disallow: /é']);

  test('kind and line', () => {
    expect(rules.length).toBe(4);
    expect([0, 1, 2, 3].map((rule) => rules.line(rule))).toEqual([2, 5, 6, 7]);
    expect([0, 1, 2, 3].map((rule) => rules.isAllow(rule))).toEqual([true, false, false, false]);
  });

  test('empty paths: only a disallow line with a path restricts', () => {
    expect([0, 1, 2, 3].map((rule) => rules.restricts(rule))).toEqual([false, false, true, true]);
  });

  test('unusable paths: usable paths start with / or *', () => {
    const usable = [0, 1, 2, 3].filter((rule) => rules.usableForm(rule) !== undefined);
    expect(usable).toEqual([0, 3]);
  });

  test('canonical form', () => {
    const { bytes: form = bytes(''), length = 0 } = rules.usableForm(3) ?? {};
    expect(byteString(form, 0, length)).toBe('/%C3%A9');
  });
});

describe('precedence: bytes that count toward specificity', () => {
  test.each([
    ['allow: /', '/a', 1],
    ['allow: /a*b$', '/axb', 5],
    ['allow: /a', '/b', -1],
    ['allow: /%41', '/A', 2],
    ['allow: /é', '/%C3%A9', 7],
    ['allow: /é$', '/%C3%A9', 8],
    ['allow: /é$', '/%C3%A9x', -1],
    ['allow: /a$b', '/a%24b', 4],
    ['allow: /a%24b', '/a%24b', 6],
    ['allow: /go?u=', '/go?u=%3A', 6],
    ['allow: /*?u=%3A', '/go?u=:', 8],
    ['allow: /a:b', '/a:b', 4],
    ['allow: /a%3Ab', '/a:b', 6],
    ['allow: /?%2F', '/?/', 5],
    ['allow: /a b', '/a%20b', 6],
    ['allow:', '/', -1],
    ['allow: a', '/a', -1],
    ['allow: *', '/', 1],
  ])('rfc9309: %j on %j: %i', (line, target, bytesThatCount) => {
    expect(match(line, target)).toBe(bytesThatCount);
  });

  test('empty paths: Google only: an empty path matches with no bytes', () => {
    expect(match('allow:', '/', 'google')).toBe(0);
    expect(match('disallow:', '/a', 'google')).toBe(0);
  });

  test('unusable paths: Google only: a path with another start is a pattern that matches no target', () => {
    expect(match('allow: a', '/a', 'google')).toBe(-1);
    expect(ruleListOf(['allow: a'], 'google').usableForm(0)).toBeDefined();
  });
});

describe('index files: Google only: an index file allows its folder', () => {
  test.each([
    ['allow: /a/index.html', '/a/', 4],
    ['allow: /a/index.html', '/a/index.html', 13],
    ['allow: /a/index.html', '/a/b', -1],
    ['allow: /a/index.htm$', '/a/', 4],
    ['allow: /a/index.htmfoo', '/a/', 4],
    ['allow: /*/index.html', '/x/y/', 4],
    ['allow: /é/index.html', '/%C3%A9/', 9],
    ['allow: /index.html', '/', 2],
    ['allow: /a/index.ht', '/a/', -1],
    ['allow: /a/xindex.html', '/a/', -1],
    ['allow: /a/index.html/', '/a/', -1],
    ['disallow: /a/index.html', '/a/', -1],
  ])('%j on %j: %i', (line, target, bytesThatCount) => {
    expect(match(line, target, 'google')).toBe(bytesThatCount);
    const asWritten = match(line, target);
    expect(asWritten).toBe(target.endsWith('index.html') ? bytesThatCount : -1);
  });

  test('folderEnd: after the last slash before index.htm', () => {
    const end = (pattern: string) => folderEnd({ bytes: bytes(pattern), length: pattern.length });
    expect(end('/a/index.htm')).toBe(3);
    expect(end('/index.html')).toBe(1);
    expect(end('*/index.htm*')).toBe(2);
    for (const none of ['', '/', 'index.htm', '/index.ht', '/Index.htm', '/index.htm/']) {
      expect(end(none)).toBe(-1);
    }
    expect(folderEnd({ bytes: bytes('/index.html'), length: 9 })).toBe(-1);
  });
});

test('in long lists: the rule that `match` ranks highest', () => {
  const paths = wordsOf(['/', 'a', '*', '$', '%61', 'é'], 3).slice(1);
  const few = ruleListOf(paths.slice(0, 20).map((path, i) => `${i % 3 ? 'dis' : ''}allow: ${path}`));
  const many = ruleListOf(paths.map((path, i) => `${i % 3 ? 'dis' : ''}allow: ${path}`));
  for (const text of wordsOf(['/', 'a', '%C3%A9', '%24', 'x'], 3)) {
    const target = targetOf(`/${text}`);
    for (const rules of [few, many]) {
      let best = NONE;
      let most = -1;
      for (let rule = 0; rule < rules.length; rule++) {
        const priority = rules.match(rule, target) * 2 + (rules.isAllow(rule) ? 1 : 0);
        if (rules.match(rule, target) < 0 || priority <= most) continue;
        best = rule;
        most = priority;
      }
      expect([text, rules.deciding(target)]).toEqual([text, best]);
    }
  }
});
