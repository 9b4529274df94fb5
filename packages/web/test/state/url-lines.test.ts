import { type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonOrigin, isAskable, readUrls, withTargets } from '../../src/state/url-lines.js';

test('targets get a line each, once, and what was there stays', () => {
  expect(withTargets('/a\n /b', ['/b', '/c', '/c'])).toBe('/a\n /b\n/c\n');
  expect(withTargets('', ['/a'])).toBe('/a\n');
  expect(withTargets('/a\n', ['/a'])).toBe('/a\n');
});

test('a target that begins with two slashes gets an origin, or it would be read as a host', () => {
  expect(withTargets('/a\n', ['//b'])).toBe('/a\nhttps://example.com//b\n');
});

test('what core takes can be asked, and what it throws at cannot', () => {
  expect(['/a', '//a/b', 'https://a.example', 'http://a b/c'].map((url) => isAskable(url))).toEqual(
    [true, true, true, true],
  );
  expect(['a', 'a:1/b', 'mailto:a@b', '//', ''].map((url) => isAskable(url))).toEqual([
    ...[false, false, false, false, false],
  ]);
  expect([isAskable('/', 'ExampleBot'), isAskable('/', 'Example Bot'), isAskable('/', '')]).toEqual(
    [true, false, false],
  );
});

describe('a list of URLs', () => {
  test('has one a line, each once, and paths too', () => {
    expect(readUrls(' https://a.example/b \r\n\n/c?d\rhttps://a.example/b\n')).toEqual({
      urls: ['https://a.example/b', '/c?d'],
      refused: [],
    });
  });

  test('gives back what is no URL', () => {
    expect(readUrls('example\nhttps://\n/a').refused).toEqual(['example', 'https://']);
  });

  test.each([
    ...['example.com:8080/a', 'localhost:3000/a', 'mailto:a@b', 'javascript:void(0)', 'tel:1'],
    ...['C:\\x', '//', '///', 'https:///', '#', '?a'],
  ])('gives back what no dialect can be asked about: %s', (line) => {
    const { urls, refused } = readUrls(`/a\n${line}\n/b`);
    expect([urls, refused]).toEqual([['/a', '/b'], [line]]);
  });

  test('whatever it has, each dialect can be asked about', () => {
    const matchers = Object.keys(dialects).map((dialect) =>
      parseRobotsTxt('', { dialect: dialect as DialectName }).matcher('*'),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z:/\\.@?#%\t ]{0,9}$/), (line) => {
        for (const url of readUrls(line).urls) {
          for (const matcher of matchers) expect(matcher.isAllowed(url)).toBe(true);
        }
      }),
    );
  });

  test('20,000 lines take a moment, also where none of them is a URL', () => {
    for (const begin of ['https://example.com/', 'localhost:']) {
      const lines = Array.from({ length: 20_000 }, (_, line) => begin + line).join('\n');
      const began = performance.now();
      readUrls(lines);
      const took = Math.round(performance.now() - began);
      console.log(`20,000 lines as ${begin}…: ${took} ms (the bar: 300 ms)`);
      // On a busy machine many times the bar; what is not linear takes a hundred times as long.
      expect(took).toBeLessThan(5000);
    }
  });
});

test('the common origin is that of all URLs, or none', () => {
  expect(commonOrigin(['https://a.example/x', 'https://a.example/?y'])).toBe('https://a.example');
  expect(commonOrigin(['https://a.example/x', 'https://a.example.org/x'])).toBe('');
  expect(commonOrigin(['https://a.example/x', '/x'])).toBe('');
  expect(commonOrigin(['/x', '/y'])).toBe('');
  expect(commonOrigin([])).toBe('');
});
