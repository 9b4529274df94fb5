/** Tests the reference with the tables of the standards. */
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../src/dialect/dialect.js';
import { latin1OfText } from './naive/bytes.js';
import { naivePattern, naiveTargetOfUrl } from './naive/canonical.js';
import { naiveVerdict } from './naive/verdict.js';

function isMatch(pattern: string, url: string, dialect: DialectName): boolean {
  return !naiveVerdict(`user-agent: *\ndisallow: ${pattern}\n`, url, 'foo', dialect).allowed;
}

describe('naive reference', () => {
  test('1996 draft 3.2.2: the fifteen rows of paths', () => {
    const rows: [pattern: string, path: string, matches: boolean][] = [
      ['/tmp', '/tmp', true],
      ['/tmp', '/tmp.html', true],
      ['/tmp', '/tmp/a.html', true],
      ['/tmp/', '/tmp', false],
      ['/tmp/', '/tmp/', true],
      ['/tmp/', '/tmp/a.html', true],
      ['/a%3cd.html', '/a%3cd.html', true],
      ['/a%3Cd.html', '/a%3cd.html', true],
      ['/a%3cd.html', '/a%3Cd.html', true],
      ['/a%3cd.html', '/a%3cd.html', true],
      ['/a%2fb.html', '/a%2fb.html', true],
      ['/a%2fb.html', '/a%2Fb.html', true],
      ['/a%2fb.html', '/a/b.html', false],
      ['/%7ejoe/index.html', '/~joe/index.html', true],
      ['/~joe/index.html', '/%7Ejoe/index.html', true],
    ];
    for (const [pattern, path, matches] of rows) {
      expect(isMatch(pattern, path, 'koster1996'), `${pattern} ${path}`).toBe(matches);
    }
  });

  test('RFC 9309 2.2.2: the five encodings, each equal to its path to match', () => {
    const rows: [path: string, toMatch: string][] = [
      ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
      ['/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http%3A%2F%2Ffoo.bar'],
      ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
      ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
      ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ];
    for (const [path, toMatch] of rows) {
      for (const [pattern, url] of [
        [path, toMatch],
        [toMatch, path],
      ]) {
        const { form } = naivePattern(latin1OfText(pattern), 'rfc9309');
        expect(form).toBe(naiveTargetOfUrl(`http://h${url}`, 'rfc9309'));
      }
    }
  });

  test('RFC 9309 2.2.3: escaped special characters', () => {
    expect(isMatch('/path/file-with-a-%2A.html', '/path/file-with-a-*.html', 'rfc9309')).toBe(true);
    expect(isMatch('/path/file-with-a-%2A.html', '/path/file-with-a-b.html', 'rfc9309')).toBe(false);
    expect(isMatch('/path/foo-%24', '/path/foo-$', 'rfc9309')).toBe(true);
    expect(isMatch('/path/foo-%24', '/path/foo-', 'rfc9309')).toBe(false);
  });

  test('GoogleOnly: the table of path matches', () => {
    const rows: [pattern: string, matching: string[], other: string[]][] = [
      ['/$', ['/'], ['/a']],
      [
        '/fish',
        ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fish.php?id=anything'],
        ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
      ],
      ['/fish/', ['/fish/', '/fish/?id=anything'], ['/fish', '/fish.html', '/animals/fish/']],
      ['/*.php', ['/index.php', '/folder/any.php.file.html', '/a.php/'], ['/', '/windows.PHP']],
      ['/*.php$', ['/filename.php'], ['/filename.php?parameters', '/filename.php/', '/a.php5']],
      ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?parameters'], ['/Fish.PHP']],
    ];
    for (const [pattern, matching, other] of rows) {
      for (const url of matching) expect(isMatch(pattern, url, 'google'), url).toBe(true);
      for (const url of other) expect(isMatch(pattern, url, 'google'), url).toBe(false);
    }
  });

  test('the target of a URL, by dialect', () => {
    const rows: [url: string, rfc: string, google: string, koster: string][] = [
      ['http://h', '/', '/', '/'],
      ['http://h?q#f', '/?q', '/?q', '/'],
      ['//h/a/../b', '/b', '/a/../b', '/a/../b'],
      ['/a/%2e%2E/b?c=/../', '/b?c=/../', '/a/%2e%2E/b?c=/../', '/a/../b'],
      ['http://h/a\\b?a\\b', '/a/b?a%5Cb', '/a\\b?a\\b', '/a\\b'],
      ['http://h\\a', '/a', '/', ''],
      ['/\\h/a', '/a', '/\\h/a', '/\\h/a'],
      ["/'*$?'%2f%3f", "/'%2A%24?'/?", "/'*$?'%2f%3f", "/'*$"],
      ['/%7e%2f%zz', '/~%2F%25zz', '/%7e%2f%zz', '/~%2F%25zz'],
      [' http://h/\ta\n ', '/a', '/\ta\n ', ''],
    ];
    for (const [url, rfc, google, koster] of rows) {
      expect(naiveTargetOfUrl(url, 'rfc9309')).toBe(rfc);
      expect(naiveTargetOfUrl(url, 'google')).toBe(google);
      if (koster !== '') expect(naiveTargetOfUrl(url, 'koster1996')).toBe(koster);
    }
  });
});
