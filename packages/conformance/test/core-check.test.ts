import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkWithCore } from '../src/core-check.js';

const body = 'User-agent: FooBot\nDisallow: /a\nAllow: /a/b\n';

test('returns the verdict and the line of the deciding rule', () => {
  expect(checkWithCore(body, 'FooBot', '/a', 'rfc9309')).toEqual({ allowed: false, line: 2 });
  expect(checkWithCore(body, 'FooBot', '/a/b', 'rfc9309')).toEqual({ allowed: true, line: 3 });
});

test('returns line 0 if no rule decides', () => {
  expect(checkWithCore(body, 'FooBot', '/c', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(checkWithCore(body, 'BarBot', '/a', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(checkWithCore(body, 'FooBot', '/robots.txt', 'rfc9309')).toEqual({
    allowed: true,
    line: 0,
  });
});

test('a rule without a path decides only in dialect google', () => {
  const empty = 'User-agent: *\nDisallow:\n';
  expect(checkWithCore(empty, 'FooBot', '/', 'google')).toEqual({ allowed: true, line: 2 });
  expect(checkWithCore(empty, 'FooBot', '/', 'rfc9309')).toEqual({ allowed: true, line: 0 });
});

test('passes on the dialect, lists of product tokens and bytes', () => {
  const bytes = new TextEncoder().encode(body);
  expect(checkWithCore(bytes, ['BarBot', 'FooBot'], '/a/b', 'koster1996')).toEqual({
    allowed: false,
    line: 2,
  });
});

test('passes on a raised parsing limit', () => {
  const long = `${'#'.repeat(512_000)}\n${body}`;
  expect(checkWithCore(long, 'FooBot', '/a', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(checkWithCore(long, 'FooBot', '/a', 'rfc9309', 600_000)).toEqual({
    allowed: false,
    line: 3,
  });
});

test('throws for invalid queries', () => {
  expect(() => checkWithCore(body, 'Foo Bot', '/', 'rfc9309')).toThrow(TypeError);
  expect(() => checkWithCore(body, 'FooBot', 'a/b', 'rfc9309')).toThrow(TypeError);
});

test.each(['case', 'core-check', 'parse-cases', 'run'])('%s.ts runs in a browser', (name) => {
  const source = readFileSync(new URL(`../src/${name}.ts`, import.meta.url), 'utf8');
  expect(source).not.toMatch(/from 'node:|\bprocess\b|\bBuffer\b/);
});
