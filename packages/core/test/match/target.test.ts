import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { readBareTarget, readTarget, readTargetAt, type Target, targetText } from '../../src/match/target.js';
import { textOfLatin1 } from '../naive/bytes.js';
import { naiveTarget, naiveTargetOfUrl } from '../naive/canonical.js';
import { dialectNames, tablesOf } from '../support/make.js';

const target = (url: string | URL, dialect: DialectName = 'rfc9309') => targetText(readTarget(url, tablesOf(dialect)), url);
const bare = (text: string, dialect: DialectName = 'rfc9309') => targetText(readBareTarget(text, tablesOf(dialect)), text);
const strict = dialectNames.filter((name) => name !== 'google');

test('uses the href of a URL object', () => {
  expect(target(new URL('http://user:x@h:81/a b?c d#e'))).toBe('/a%20b?c%20d');
  expect(target(new URL('HTTP://H'))).toBe('/');
  expect(target(new URL('ftp://h/%7Ea'), 'google')).toBe('/%7Ea');
});

test.each([
  ['http://h\\a', '/a'],
  ['/\\h\\a', '/a'],
  ['http://h?q', '/?q'],
  ['http://h', '/'],
])('dot segments: the text of a target whose / replaced another byte: %j: %j', (url, expected) => {
  expect(target(url)).toBe(expected);
});

test.each([
  ['http://h/a\\b?\\', '/a/b?\\'],
  ['http://h/a\tb\n', '/ab'],
  ['http://h/a b ', '/a b'],
  ['http://h/a/../b', '/b'],
  ['http://h/a\\..\\b', '/b'],
])('extension: a dialect that encodes nothing may be like the URL Standard: %j: %j', (url, expected) => {
  for (const dialect of [dialects.google, { ...dialects.google, target: 'path-and-query' }] as const) {
    const tables = tablesOf({ ...dialect, name: 'mine', urlStandardTargets: true });
    expect(targetText(readTarget(url, tables), url)).toBe(expected);
    const path = url.slice('http://h'.length);
    expect(targetText(readBareTarget(path, tables), path)).toBe(expected);
    const bytes = new TextEncoder().encode(url);
    expect(targetText(readTargetAt(bytes, 0, bytes.length, tables), '')).toBe(expected);
  }
});

test.each([
  ['http://h/\uD800', '/%EF%BF%BD'],
  ['http://h/\uDC00x', '/%EF%BF%BDx'],
])('canonical form: a lone surrogate is U+FFFD: %j: %j', (url, expected) => {
  expect(target(url)).toBe(expected);
  expect(bare(url.slice('http://h'.length))).toBe(expected);
});

test.each([
  ['/%', '/%25'],
  ['/a%2', '/a%252'],
  ['/?a%2', '/?a%252'],
  ['/a/.', '/a/'],
])('ignores bytes of an earlier target: %j', (cut, expected) => {
  for (const read of [target, bare]) {
    read(`${cut}Fxxx/41`);
    expect(read(cut)).toBe(expected);
  }
});

describe('input: a bare target', () => {
  test('two leading slashes are a path, not an authority', () => {
    expect(bare('//h/a')).toBe('//h/a');
    expect(target('//h/a')).toBe('/a');
    expect(bare('//')).toBe('//');
  });

  test('drops a fragment', () => {
    expect(bare('/a#b')).toBe('/a');
    expect(bare('/#')).toBe('/');
  });

  test.each(dialectNames)('%s: throws without a leading /', (dialect) => {
    for (const wrong of ['', 'a', 'http://h/', '*', ' /a', undefined, 1]) {
      const sentence = `A target must start with "/", such as "/path?query", not ${JSON.stringify(wrong)}.`;
      expect(() => bare(wrong as string, dialect)).toThrow(new TypeError(sentence));
    }
  });
});

describe('input: texts that are not URLs', () => {
  test.each(strict)('%s: throws', (dialect) => {
    for (const wrong of ['', 'example.com/a']) {
      const sentence =
        `${JSON.stringify(wrong)} is not a URL that can be checked. Pass an absolute URL such as ` +
        '"https://example.com/path", a reference such as "//example.com/path", or a path such as "/path".';
      expect(() => target(wrong, dialect)).toThrow(new TypeError(sentence));
    }
  });

  test('truncates a long text in the message', () => {
    const sentence = new RegExp(`^"${'x'.repeat(200)}…" is not a URL that can be checked`);
    expect(() => target('x'.repeat(1_000_000))).toThrow(sentence);
  });

  test.each(dialectNames)('%s: throws for other types', (dialect) => {
    for (const wrong of [undefined, null, 1, {}, []]) {
      expect(() => target(wrong as unknown as string, dialect)).toThrow(new TypeError('A URL must be a string or a URL object.'));
    }
  });
});

test.each(dialectNames)('%s: as the table defines', (dialect) => {
  const beginnings = ['http://h', 'https://h:8/', '//h/', '/h', 'WS://h/', 'ftp://u@h'];
  const pieces = ['a', '/', '.', '..', '%2e', '?', '#', '%', '%2F', '\\', '*', '$', ';', 'é', ' ', '\t', ':'];
  for (const beginning of beginnings) {
    for (const one of pieces) {
      for (const other of pieces) {
        const url = `${beginning}/${one}/${other}${one}b`;
        expect(target(url, dialect)).toBe(textOfLatin1(naiveTargetOfUrl(url, dialect)));
        const path = `/${one}${other}/${one}`;
        if (dialect === 'google' && path.includes('#')) continue;
        expect(bare(path, dialect)).toBe(textOfLatin1(naiveTarget(path, dialect)));
      }
    }
  }
});

test('worst case: linear: 60 kB of any bytes', () => {
  for (const unit of ['a', '/', '../', './', '%', '%2', 'é', '\\', '\t', '?', '#']) {
    const url = `/h${unit.repeat(60_000 / unit.length)}`;
    for (const dialect of dialectNames) expect(target(url, dialect)[0]).toBe('/');
  }
  expect(target(`http://${'@'.repeat(300_000)}h/a`)).toBe('/a');
});

/** Pieces of URLs whose order and combination matter to some dialect. */
const URL_PIECES = [
  ...['http://', 'https://', 'HTTP://', 'ftp://', 'gopher://', 'file:', '//', '/', '\\', ':', '@', '?'],
  ...['h', 'www.example.com', 'EXAMPLE.com', '[::1]:80', 'u:p@h', 'b\u00fccher.example', '1.2.3.4'],
  ...['#', '.', '..', '/./', '/../', '%2e', '%2F', '%7e', '%', '%c3%a9', '*', '$', ';', '=', '&'],
  ...[' ', '\t', '\r', '\n', '\0', '\u00e9', '\u{1f600}', '\ufeff', 'robots.txt', 'p'],
];

test('a URL in bytes has the same target or error as a string', () => {
  const encoder = new TextEncoder();
  const outcome = (read: () => Target) => {
    try {
      const { bytes, start, end } = read();
      return String(bytes.subarray(start, end));
    } catch (error) {
      if (error instanceof TypeError) return 'TypeError';
      throw error;
    }
  };
  const urls = fc.oneof(
    fc.array(fc.constantFrom(...URL_PIECES), { maxLength: 10 }).map((pieces) => pieces.join('')),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  );
  fc.assert(
    fc.property(urls, fc.constantFrom('', 'x', '/a', '\t'), (url, around) => {
      const bytes = encoder.encode(around + url + around);
      const end = bytes.length - around.length;
      const tables = dialectNames.map((name) => tablesOf(name));
      const read = tables.map((of) => outcome(() => readTargetAt(bytes, around.length, end, of)));
      expect(read).toEqual(tables.map((of) => outcome(() => readTarget(url, of))));
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(around + url + around);
    }),
    { numRuns: runs(1000) },
  );
});
