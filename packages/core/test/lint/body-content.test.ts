import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../src/index.js';
import { contentOfBytes as contentOf, otherContent } from '../../src/lint/content.js';
import { bytes, utf8, utf16 } from '../support/make.js';

const content = (body: Uint8Array) => contentOf(body, 0, body.length);
const TEXT = 'User-agent: *\nDisallow: /a\n';

describe('RFC 9309 2.3: content of a body', () => {
  test.each([
    ['a text', utf8(TEXT)],
    ['none', utf8('')],
    ['one in Japanese', utf8(`# ${'日本語'.repeat(50)}\n${TEXT}`)],
    ['one in Windows-1252', bytes(`# ${'\x80\x9f\xfc'.repeat(100)}\n${TEXT}`)],
    ['one of old printers', utf8(`${TEXT}\f`.repeat(20))],
    ['one with a few controls', utf8(`\x1b[1m${TEXT}\x1b[0m`)],
    ['one padded with NUL', utf8(TEXT + '\0'.repeat(10_000))],
    ['one with controls here and there', utf8(`${TEXT}\0`.repeat(100))],
  ])('%s is text', (_, body) => expect(content(body)).toBe('text'));

  test.each([
    ['nothing but NUL', bytes('\0'.repeat(8))],
    ['a NUL behind each letter but some', bytes(`${'a\0\0\0b\0'.repeat(20)}`)],
    ['an archive of one small file', bytes(`robots.txt${'\0'.repeat(500)}${TEXT}\0`)],
    ['gzip', bytes(`\x1f\x8b\x08${'\0'.repeat(5)}\x02\x03K-N-\xd2MLO\n\xc2\xe5r\xc9,\0\xff`)],
  ])('%s is binary', (_, body) => expect(content(body)).toBe('binary'));

  test.each(['le', 'be'] as const)('UTF-16 (%s), with its mark or without', (order) => {
    for (const text of [TEXT, TEXT.repeat(10_000), `# 一二三日本\n${TEXT}`]) {
      expect(content(utf16(text, order))).toBe('utf-16');
      expect(content(utf16(text, order, ''))).toBe('utf-16');
    }
  });

  test('random bytes are hardly ever text', () => {
    const chance = fc.uint8Array({ minLength: 500, maxLength: 2_000, size: 'max' });
    const found = fc.sample(chance, { numRuns: 200, seed: 1 }).map(content);
    expect(found.filter((kind) => kind !== 'binary').length).toBeLessThan(20);
  });

  test('only parsed bytes count', () => {
    const body = bytes(`${'\0'.repeat(100)}${TEXT}${'\x01'.repeat(100)}`);
    expect(contentOf(body, 100, 100 + TEXT.length)).toBe('text');
    expect(contentOf(body, 0, body.length)).toBe('binary');
  });

  test('inspects the start of a long body', () => {
    const text = '# some words\n'.repeat(10_000);
    expect(content(utf8(text + '\x01'.repeat(100_000)))).toBe('text');
  });

  test.each([
    ['\uFEFF\r\n \r\n\f\n<html\nlang="en">', 'an HTML page'],
    ['{\n  "error": 404\n}', 'JSON'],
    ['\n\n{\r\nerror', 'JSON'],
    ['[ ', 'JSON'],
    ['{"a": 1}', 'JSON'],
    ['[Disallow: /a]', undefined],
    ['User-agent: *\n{', undefined],
  ])('%j is %s', (body, expected) => {
    expect(otherContent(parseRobotsTxt(body))).toBe(expected);
    expect(otherContent(parseRobotsTxt(utf16(body, 'le')))).toBe(expected);
  });
});
