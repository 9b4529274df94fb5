import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkWithCore } from '../src/core-check.js';

const body = 'User-agent: FooBot\nDisallow: /a\nAllow: /a/b\n';

test('gives the verdict and the line of the rule that decided', () => {
  expect(checkWithCore(body, 'FooBot', '/a', 'rfc9309')).toEqual({ allowed: false, line: 2 });
  expect(checkWithCore(body, 'FooBot', '/a/b', 'rfc9309')).toEqual({ allowed: true, line: 3 });
});

test('line 0 where no rule decided', () => {
  expect(checkWithCore(body, 'FooBot', '/c', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(checkWithCore(body, 'BarBot', '/a', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(checkWithCore(body, 'FooBot', '/robots.txt', 'rfc9309')).toEqual({
    allowed: true,
    line: 0,
  });
});

test('a rule without a path decides in dialect google only', () => {
  const empty = 'User-agent: *\nDisallow:\n';
  expect(checkWithCore(empty, 'FooBot', '/', 'google')).toEqual({ allowed: true, line: 2 });
  expect(checkWithCore(empty, 'FooBot', '/', 'rfc9309')).toEqual({ allowed: true, line: 0 });
});

test('passes the dialect, a list of product tokens and bytes on', () => {
  const bytes = new TextEncoder().encode(body);
  expect(checkWithCore(bytes, ['BarBot', 'FooBot'], '/a/b', 'koster1996')).toEqual({
    allowed: false,
    line: 2,
  });
});

test('passes a raised parsing limit on', () => {
  const long = `${'#'.repeat(512_000)}\n${body}`;
  expect(checkWithCore(long, 'FooBot', '/a', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(checkWithCore(long, 'FooBot', '/a', 'rfc9309', 600_000)).toEqual({
    allowed: false,
    line: 3,
  });
});

test("a caller's mistake throws", () => {
  expect(() => checkWithCore(body, 'Foo Bot', '/', 'rfc9309')).toThrow(TypeError);
  expect(() => checkWithCore(body, 'FooBot', 'a/b', 'rfc9309')).toThrow(TypeError);
});

test.each(['case', 'core-check', 'parse-cases', 'run'])('%s.ts runs in a browser', (name) => {
  const source = readFileSync(new URL(`../src/${name}.ts`, import.meta.url), 'utf8');
  expect(source).not.toMatch(/from 'node:|\bprocess\b|\bBuffer\b/);
});
