import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../../src/index.js';
import { lint } from '../../../src/lint/lint.js';
import { dialectNames, lineCodes, lineDiagnostics } from '../../support/make.js';

const HEAD = 'user-agent: *\n';
const codesOf = (path: string, dialect?: DialectName) => lineCodes(`${HEAD}disallow: ${path}`, dialect);

describe('checks of paths', () => {
  test.each(['/', '/a/b?c=d&e', '/*.css$', '/a/', '/*?', '', '/%C3%A9', "/a;b=c,d!'()@:"])('RFC 9309 2.2.2: accepts %s', (path) =>
    expect(codesOf(path)).toEqual([]),
  );

  test.each([
    ['https://h', undefined],
    ['http://xsearch.aetna.com/', undefined],
    ['https://h/*$', undefined],
    ['https://h/$', undefined],
    ['HTTP://h:80/a/b?c', '"/a/b?c"'],
    ['ftp://h?a', '"/?a"'],
  ])('RFC 9309 2.2.2: %s is a URL; never suggests to block the whole site', (path, write) => {
    for (const dialect of dialectNames) {
      const [found] = lineDiagnostics(`${HEAD}disallow: ${path}`, dialect);
      expect(found.code).toBe('url-as-path');
      const [, advice] = /write (".*")/.exec(found.message) ?? [];
      expect(advice).toBe(write);
    }
  });

  test.each(['fish', '.', '$', '%2Ffish', '?a', 'h/a'])('RFC 9309 2.2.2: %s matches nothing in any dialect', (path) => {
    for (const dialect of dialectNames) {
      expect(codesOf(path, dialect)).toEqual(['unusable-path']);
      const read = parseRobotsTxt(`${HEAD}disallow: ${path}`, { dialect });
      for (const url of ['/', '/fish', '/.', '/$', '/%2Ffish', '/?a', '/h/a']) {
        expect(read.isAllowed(url, 'a')).toBe(true);
      }
    }
  });

  test.each(['/a\\.b', '/[a-z]', '/(a|b)', '/\\d', '/a\\*'])('extension: %s looks like a regular expression', (path) =>
    expect(codesOf(path)).toContain('regular-expression'),
  );

  test.each(['^/a', '^/a.*\\.php$', '^/(a|b)$', '(a|b)/', '\\/a\\/'])(
    'RFC 9309 2.2.2: the regular expression %s is one mistake',
    (path) => expect(lint(parseRobotsTxt(`${HEAD}disallow: ${path}`)).map(({ code }) => code)).toEqual(['unusable-path']),
  );

  test.each(['/a.*', '/(a)', '/a|b', '/[a]', '/a+b', '/a[]=1-2]', '\\dir\\s.txt'])(
    'extension: %s does not look like one',
    (path) => expect(codesOf(path)).not.toContain('regular-expression'),
  );

  test.each(['/./a', '/a/../', '/%2e/', '/a/.%2E/b*'])('%s matches nothing because dot segments are removed', (path) => {
    expect(codesOf(path)).toEqual(['dot-segment']);
    expect(codesOf(path, 'google')).toEqual([]);
    const read = parseRobotsTxt(`${HEAD}disallow: ${path}`);
    for (const url of ['/./a', '/a/../', '/%2e/', '/a/.%2E/b']) {
      expect(read.isAllowed(url, 'a')).toBe(true);
    }
  });

  test.each(['/.a/', '/a./b', '/...', '/?a=/../', '/*/../a', '/..'])('dot segments: %s may match', (path) =>
    expect(codesOf(path)).toEqual([]),
  );

  test('wildcards: reports a non-final `$` only where a final one is special', () => {
    expect(codesOf('/a$')).toEqual([]);
    expect(codesOf('/a$$')).toEqual(['dollar-not-last']);
    expect(codesOf('/$a', 'google')).toEqual(['dollar-not-last']);
    expect(codesOf('/$a', 'koster1996')).toEqual([]);
    expect(codesOf('/a$', 'koster1996')).toEqual(['wildcard-as-itself']);
  });

  test('a comment needs preceding white space only after a path', () => {
    expect(lineCodes('user-agent: a#b\nallow: /a\t#b\nallow:#b\ncrawl-delay: 1#b')).toEqual([]);
    expect(codesOf('/a#')).toEqual(['hash-in-path']);
  });

  test('canonical form: reports bytes that the dialect treats like their escapes', () => {
    expect(codesOf('/a|b')).toEqual(['unencoded-bytes']);
    expect(codesOf('/a|b', 'google')).toEqual([]);
    expect(codesOf('/é', 'google')).toEqual(['unencoded-bytes']);
    expect(codesOf('/a%', 'koster1996')).toEqual(['unencoded-bytes']);
  });

  test('maxRuleCharacters: has no fix that makes the dialect ignore the rule', () => {
    const fixOf = (path: string) => lineDiagnostics(`${HEAD}disallow: ${path}`, 'yandex')[0].fix?.replacement;
    const longest = 'a'.repeat(1_024 - '/%C3%A9'.length);
    expect(fixOf(`/é${longest}`)).toBe(`/%C3%A9${longest}`);
    expect(fixOf(`/é${longest}a`)).toBeUndefined();
  });

  test('advises removing white space after the first slash', () => {
    const [{ message }] = lineDiagnostics(`${HEAD}disallow: / admin/*/print/`);
    expect(message).toBe(
      'Crawlers compare the white space in "/ admin/*/print/" too, so this rule does not match "/admin/*/print/". Write that path.',
    );
  });

  test.each([
    ['/admin /cart /login', 'text-after-path'],
    ['/admin/ -- do not crawl', 'text-after-path'],
    ['/ admin/', 'text-after-path'],
    ['/admin cart', 'text-after-path'],
    ['/{{ path }}/', 'template-in-path'],
    ['/users/{id}', 'template-in-path'],
    ['/<%= path %>', 'template-in-path'],
    ['/x\u202e', 'invisible-character'],
    ['/a\u00a0b', 'invisible-character'],
    ['/w/wpforms/  Sitemap: https://h/s.xml', 'field-in-path'],
    ['/aDisallow: /b', 'field-in-path'],
    ['/?a=1&amp;b=2', 'entity-in-path'],
  ] as const)('%j is reported as %s and has no fix', (path, code) => {
    for (const dialect of dialectNames) {
      const found = lineDiagnostics(`${HEAD}disallow: ${path}`, dialect);
      expect(found.map((one) => [one.code, one.fix])).toEqual([[code, undefined]]);
    }
  });

  test.each(['/a{2,3}', '/*&amp;', '/*{{', '/Service References/', '/a b.css', '/wiki/Special:Allow', '/a;b', '/می\u200cخواهم'])(
    '%j is not such a mistake',
    (path) => expect(codesOf(path).filter((code) => code !== 'unencoded-bytes')).toEqual([]),
  );
});
