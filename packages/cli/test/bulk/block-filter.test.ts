import { parseRobotsTxt } from '@repkit/core';
import { expect, test } from 'vitest';
import { BlockFilter, type Selection } from '../../src/bulk/block-filter.js';
import { utf8Text } from '../../src/bulk/blocks.js';
import { ndjsonRows, tsvRows } from '../../src/bulk/rows.js';
import { rulesOf } from '../../src/bulk/rules.js';
import { block } from '../support/blocks.js';

const ROBOTS = parseRobotsTxt(
  'User-agent: a\nDisallow: /p\nDisallow: /é\n\nUser-agent: b\nDisallow: /q\n',
);

function filtered(text: string, selection: Partial<Selection> = {}) {
  const productTokens = selection.productTokens ?? ['a'];
  const filter = new BlockFilter({ format: tsvRows, ...selection, productTokens });
  const rules = rulesOf(ROBOTS, productTokens);
  const result = filter.filter(block(text), () => rules);
  return { ...result, text: utf8Text(result.text) };
}

test('each line has an answer for each token, in order', () => {
  expect(filtered('/p\r\n/q\tmore\n/x', { productTokens: ['a', 'b'] })).toEqual({
    text: '/p\ta\tdisallowed\n/p\tb\tallowed\n/q\ta\tallowed\tmore\n/q\tb\tdisallowed\tmore\n/x\ta\tallowed\n/x\tb\tallowed\n',
    bad: [],
    lines: 3,
  });
});

test('a line that holds no URL is answered with invalid, and told with its number', () => {
  const { text, bad, lines } = filtered('/p\n\nnot a url\tx\n/q\n');
  expect(text).toBe('/p\ta\tdisallowed\n\ta\tinvalid\nnot a url\ta\tinvalid\tx\n/q\ta\tallowed\n');
  expect(bad).toEqual([
    { line: 2, why: 'there is no URL in it', text: '' },
    { line: 3, why: 'that is no URL', text: 'not a url\tx' },
  ]);
  expect(lines).toBe(4);
});

test('octets that are not UTF-8 pass through as they are', () => {
  const filter = new BlockFilter({ format: tsvRows, productTokens: ['a'] });
  const result = filter.filter({ text: '/\xff\n', isAscii: false }, () => rulesOf(ROBOTS, ['a']));
  expect(result.text).toBe('/\xff\ta\tinvalid\n');
  expect(result.bad).toEqual([{ line: 1, why: 'the URL is not UTF-8', text: '/\xff' }]);
});

test('a URL of more than 1 MiB is none', () => {
  expect(filtered(`/${'a'.repeat(1024 * 1024)}\n`).bad[0]?.why).toContain('longer than 1 MiB');
});

test('only: bare URLs, once each, and no bad lines', () => {
  const both = { productTokens: ['a', 'b'] };
  expect(filtered('/p\tx\n/q\nbad\n/x\n', { ...both, only: 'disallowed' }).text).toBe('/p\n/q\n');
  expect(filtered('/p\tx\n/q\nbad\n/x\n', { only: 'allowed' }).text).toBe('/q\n/x\n');
});

test('other characters are compared as what they are, escaped in JSON or not', () => {
  expect(filtered('/é\n').text).toBe('/é\ta\tdisallowed\n');
  const { text } = filtered('{"url":"/\\u00e9"}\n', { format: ndjsonRows('url') });
  expect(text).toBe('{"url":"/\\u00e9","token":"a","verdict":"disallowed"}\n');
});

test('an error that is not about the URL is not taken for a bad line', () => {
  const filter = new BlockFilter({ format: tsvRows, productTokens: ['a'] });
  const fail = () => {
    throw new RangeError('a bug');
  };
  expect(() => filter.filter(block('/a\n'), fail)).toThrow('a bug');
});
