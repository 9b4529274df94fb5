import { expect, test } from 'vitest';
import { plainPathStart } from '../../src/match/target.js';
import { googleTargetStart, targetStart } from '../../src/match/target-start.js';
import { bytes, utf8 } from '../support/make.js';

const START = 4;

/** The URL from the start of the path, among slashes; undefined if it is not plain. */
function plainPathOf(url: string): string | undefined {
  const memory = new Uint8Array(START + url.length + START).fill(0x2f);
  memory.set(bytes(url), START);
  const start = plainPathStart(memory, START, START + url.length);
  return start < 0 ? undefined : url.slice(start - START);
}

test('ignores bytes after the end', () => {
  const memory = bytes('http://example/');
  expect(plainPathStart(memory, 0, 14)).toBe(-1);
  expect(plainPathStart(memory, 0, 15)).toBe(14);
});

test('a host of any length', () => {
  for (let length = 1; length < 200; length++) {
    const url = `https://${'h'.repeat(length)}/path`;
    expect(plainPathOf(url)).toBe('/path');
  }
});

test('a path, unless it may be a reference to a host', () => {
  for (const url of ['/', '/?', '/path', '/%2F']) expect(plainPathOf(url)).toBe(url);
  for (const url of ['', '//', '/\\', '/ ', '/\t/', '//host/']) expect(plainPathOf(url)).toBeUndefined();
});

test.each(['', 'x', 'x:', 'x:/', '/'])('targetStart ignores bytes after the end: %j', (url) => {
  for (const asUrlStandard of [true, false]) {
    const expected = targetStart(bytes(url), 0, url.length, asUrlStandard);
    for (const after of ['://h/a', '//h/a', '/h/a']) {
      const memory = bytes(url + after);
      expect(targetStart(memory, 0, url.length, asUrlStandard)).toBe(expected);
    }
  }
});

test('googleTargetStart reads only the bytes of the URL', () => {
  const text = bytes('h/a');
  expect(googleTargetStart(text, 0, 1)).toBe(1);
  expect(googleTargetStart(bytes('//'), 0, 1)).toBe(0);
  expect(googleTargetStart(bytes('h://x'), 0, 3)).toBe(2);
});

test('worst case: linear: a megabyte without a path', () => {
  for (const unit of ['h', ':', '#', '@']) {
    const text = utf8(unit.repeat(1_000_000));
    expect(googleTargetStart(text, 0, text.length)).toBe(text.length);
  }
});
