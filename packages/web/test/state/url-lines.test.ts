import { type DialectName, dialects, parseRobotsTxt } from '@repkit/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { commonOrigin, isRobotsTxt, isUrlList, withTargets } from '../../src/state/url-lines.js';
import { isValidCheck, readUrls } from '../../src/worker/urls.js';

test('withTargets adds missing targets once', () => {
  expect(withTargets('/a\n /b', ['/b', '/c', '/c'])).toBe('/a\n /b\n/c\n');
  expect(withTargets('', ['/a'])).toBe('/a\n');
  expect(withTargets('/a\n', ['/a'])).toBe('/a\n');
});

test('withTargets adds an origin to a target that starts with //', () => {
  expect(withTargets('/a\n', ['//b'])).toBe('/a\nhttps://example.com//b\n');
});

test('isValidCheck accepts what core accepts', () => {
  expect(['/a', '//a/b', 'https://a.example', 'http://a b/c'].map((url) => isValidCheck(url))).toEqual([true, true, true, true]);
  expect(['a', 'a:1/b', 'mailto:a@b', '//', ''].map((url) => isValidCheck(url))).toEqual([
    ...[false, false, false, false, false],
  ]);
  expect([isValidCheck('/', 'ExampleBot'), isValidCheck('/', 'Example Bot'), isValidCheck('/', '')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('a list of URLs', () => {
  test('has distinct URLs and paths, one per line', () => {
    expect(readUrls(' https://a.example/b \r\n\n/c?d\rhttps://a.example/b\n')).toEqual({
      urls: ['https://a.example/b', '/c?d'],
      invalidUrls: [],
    });
  });

  test('returns lines that are not URLs', () => {
    expect(readUrls('example\nhttps://\n/a').invalidUrls).toEqual(['example', 'https://']);
  });

  test.each([
    ...['example.com:8080/a', 'localhost:3000/a', 'mailto:a@b', 'javascript:void(0)', 'tel:1'],
    ...['C:\\x', '//', '///', 'https:///', '#', '?a'],
  ])('returns lines that no dialect accepts: %s', (line) => {
    const { urls, invalidUrls } = readUrls(`/a\n${line}\n/b`);
    expect([urls, invalidUrls]).toEqual([['/a', '/b'], [line]]);
  });

  test('has URLs that every dialect accepts', () => {
    const matchers = Object.keys(dialects).map((dialect) => parseRobotsTxt('', { dialect: dialect as DialectName }).matcher('*'));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z:/\\.@?#%\t ]{0,9}$/), (line) => {
        for (const url of readUrls(line).urls) {
          for (const matcher of matchers) expect(matcher.isAllowed(url)).toBe(true);
        }
      }),
    );
  });

  test('parses 20,000 lines quickly, valid or not', () => {
    for (const begin of ['https://example.com/', 'localhost:']) {
      const lines = Array.from({ length: 20_000 }, (_, line) => begin + line).join('\n');
      const began = cpuMs();
      readUrls(lines);
      const took = Math.round(cpuMs() - began);
      console.log(`20,000 lines as ${begin}…: ${took} ms (target: 300 ms)`);
      // Allows for a busy machine; quadratic parsing would take a hundred times the target.
      expect(took).toBeLessThan(5000);
    }
  });
});

test.each([
  ['https://a.example/\nhttps://b.example/', true],
  [' https://a.example/ \r\n\r\n\thttp://b.example/\n', true],
  ['https://a.example/\rhttps://b.example/', true],
  ['https://a.example/', false],
  ['https://a.example/\n\n', false],
  ['https://a.example/\n/b', false],
  ['https://a.example/ https://b.example/', false],
  ['', false],
])('isUrlList: %j', (text, expected) => {
  expect(isUrlList(text)).toBe(expected);
});

test.each([
  ['spaces', `https://a.example/${' '.repeat(50_000)}x\ny`],
  ['blank lines', `https://a.example/${'\n'.repeat(50_000)}x`],
])('many %s in a pasted text take linear time', (_, text) => {
  const began = cpuMs();
  expect([isUrlList(text), isRobotsTxt(text)]).toEqual([false, true]);
  expect(cpuMs() - began).toBeLessThan(1000);
});

test('commonOrigin returns the shared origin or nothing', () => {
  expect(commonOrigin(['https://a.example/x', 'https://a.example/?y'])).toBe('https://a.example');
  expect(commonOrigin(['https://a.example/x', 'https://a.example.org/x'])).toBe('');
  expect(commonOrigin(['https://a.example/x', '/x'])).toBe('');
  expect(commonOrigin(['/x', '/y'])).toBe('');
  expect(commonOrigin([])).toBe('');
});
