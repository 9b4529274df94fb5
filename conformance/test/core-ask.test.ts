import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askCore } from '../src/core-ask.js';

const body = 'User-agent: FooBot\nDisallow: /a\nAllow: /a/b\n';

test('gives the verdict and the line of the rule that decided', () => {
  expect(askCore(body, 'FooBot', '/a', 'rfc9309')).toEqual({ allowed: false, line: 2 });
  expect(askCore(body, 'FooBot', '/a/b', 'rfc9309')).toEqual({ allowed: true, line: 3 });
});

test('line 0 where no rule decided', () => {
  expect(askCore(body, 'FooBot', '/c', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(askCore(body, 'BarBot', '/a', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(askCore(body, 'FooBot', '/robots.txt', 'rfc9309')).toEqual({ allowed: true, line: 0 });
});

test('a rule without a path decides in dialect google only', () => {
  const empty = 'User-agent: *\nDisallow:\n';
  expect(askCore(empty, 'FooBot', '/', 'google')).toEqual({ allowed: true, line: 2 });
  expect(askCore(empty, 'FooBot', '/', 'rfc9309')).toEqual({ allowed: true, line: 0 });
});

test('passes the dialect, a list of product tokens and bytes on', () => {
  const bytes = new TextEncoder().encode(body);
  expect(askCore(bytes, ['BarBot', 'FooBot'], '/a/b', 'koster1996')).toEqual({
    allowed: false,
    line: 2,
  });
});

test('passes a raised parsing limit on', () => {
  const long = `${'#'.repeat(512_000)}\n${body}`;
  expect(askCore(long, 'FooBot', '/a', 'rfc9309')).toEqual({ allowed: true, line: 0 });
  expect(askCore(long, 'FooBot', '/a', 'rfc9309', 600_000)).toEqual({ allowed: false, line: 3 });
});

test("a caller's mistake throws", () => {
  expect(() => askCore(body, 'Foo Bot', '/', 'rfc9309')).toThrow(TypeError);
  expect(() => askCore(body, 'FooBot', 'a/b', 'rfc9309')).toThrow(TypeError);
});

test.each(['case', 'core-ask', 'parse-cases', 'run'])('%s.ts runs in a browser', (name) => {
  const source = readFileSync(new URL(`../src/${name}.ts`, import.meta.url), 'utf8');
  expect(source).not.toMatch(/from 'node:|\bprocess\b|\bBuffer\b/);
});
