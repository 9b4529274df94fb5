import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/dialect/dialect.js';
import { Body } from '../../src/syntax/body.js';
import { textOf } from '../../src/syntax/source-text.js';
import { bodyOf, utf8, utf16 } from '../support/make.js';

const LIMIT = 512_000;

/** The parsed part of a body. */
function parsed(body: Body): string {
  return textOf(body.bytes(), body.start, body.end);
}

/** A body as text and as bytes. */
function bothWays(text: string): Body[] {
  return [bodyOf(text), bodyOf(utf8(text))];
}

describe('RFC 9309 2.5: the parsing limit', () => {
  test.each([
    [511_999, false],
    [512_000, false],
    [512_001, true],
  ])('a body of %i bytes is truncated: %s', (length, truncated) => {
    for (const body of bothWays(`#\n${'x'.repeat(length - 2)}`)) {
      expect(body.truncated).toBe(truncated);
      expect(body.end).toBe(truncated ? 2 : length);
    }
  });

  test('extension: a higher limit', () => {
    const text = `#\n${'x'.repeat(LIMIT)}`;
    expect(bodyOf(text, 'rfc9309', LIMIT + 2).truncated).toBe(false);
    expect(bodyOf(text, 'rfc9309', LIMIT + 1).truncated).toBe(true);
    expect(bodyOf(text, 'rfc9309', LIMIT + 1).end).toBe(2);
  });
});

test.each(['le', 'be'] as const)('byte-order mark: UTF-16 %s: the encoding, and the bytes in UTF-8', (order) => {
  const source = utf16('é€😀\n', order);
  const body = bodyOf(source);
  expect([body.encoding, parsed(body)]).toEqual([`utf-16${order}`, 'é€😀\n']);
  const asGoogle = bodyOf(source, 'google');
  expect([asGoogle.encoding, asGoogle.bytes()]).toEqual(['utf-8', source]);
});

describe('byte-order mark: a body in UTF-16', () => {
  test.each([
    [255_998, false],
    [255_999, false],
    [256_000, true],
  ])('RFC 9309 2.5: counts bytes: mark and %i units, truncated: %s', (units, truncated) => {
    const body = bodyOf(utf16(`#\n${'x'.repeat(units - 2)}`, 'le'));
    expect([body.truncated, body.end]).toEqual([truncated, truncated ? 2 : units]);
  });

  test.each(['\n', '\r\n'])('a line is complete if its end %j is the first unit beyond', (end) => {
    const body = bodyOf(utf16(`${'x'.repeat(255_999)}${end}y`, 'be'));
    expect([body.truncated, body.end]).toEqual([true, 255_999]);
  });

  test('a surrogate pair across the limit, or an odd limit, drops the line', () => {
    const pair = bodyOf(utf16(`#\n${'x'.repeat(255_996)}😀`, 'le'));
    expect([pair.truncated, pair.end]).toEqual([true, 2]);
    const odd = bodyOf(utf16(`#\n${'x'.repeat(256_000)}`, 'le'), 'rfc9309', LIMIT + 1);
    expect([odd.truncated, odd.end]).toEqual([true, 2]);
  });

  test('an odd limit counts whole units: a line end beyond it completes the line', () => {
    const body = bodyOf(utf16(`${'x'.repeat(255_999)}\ny`, 'le'), 'rfc9309', LIMIT + 1);
    expect([body.truncated, body.end]).toEqual([true, 255_999]);
  });
});

describe('bytes', () => {
  test('a lone surrogate becomes U+FFFD, as in TextEncoder', () => {
    expect(parsed(bodyOf('a\uD800b'))).toBe('a\uFFFDb');
  });

  test('are correct again after another text was read', () => {
    const one = bodyOf('one');
    const own = one.ownBytes();
    const other = bodyOf('other than that');
    expect(textOf(other.bytes(), other.start, other.end)).toBe('other than that');
    expect(parsed(one)).toBe('one');
    expect(parsed(other)).toBe('other than that');
    expect(own).toEqual(utf8('one'));
  });

  test('contain no remains of an earlier text', () => {
    expect(bodyOf('\uFEFFa', 'google').start).toBe(3);
    expect([bodyOf('', 'google').start, bodyOf('', 'google').end]).toEqual([0, 0]);
  });

  test('extension: the text is available only if it has one byte per unit', () => {
    const text = 'a\0\x7F';
    expect(bodyOf(text).text).toBe(text);
    for (const other of [`${text}é`, `${text}\uD800`, `\uFEFF${text}`, utf8(text)]) {
      expect(bodyOf(other).text).toBeUndefined();
    }
    expect(bodyOf(utf16(text, 'le')).text).toBeUndefined();
    for (const units of [LIMIT, LIMIT + 1, LIMIT + 2, LIMIT + 3, LIMIT + 4, LIMIT + 5]) {
      expect(bodyOf('é'.padEnd(units, 'x')).text).toBeUndefined();
    }
  });

  test('reads views and subclasses such as Buffer at their offset', () => {
    class Bytes extends Uint8Array {}
    const body = bodyOf(Bytes.from(utf8('..user..')).subarray(2, 6));
    expect(parsed(body)).toBe('user');
    expect(body.bytes().constructor).toBe(Uint8Array);
    expect(body.wholeSource()).toEqual(utf8('user'));
  });

  test('the source includes bytes beyond the limit', () => {
    const text = 'x\n'.repeat(300_000);
    for (const body of bothWays(text)) expect(body.wholeSource()).toEqual(utf8(text));
    const source = utf16(text, 'be');
    expect(new Body(source, dialects.rfc9309, LIMIT).wholeSource()).toEqual(source);
  });

  test('accepts an empty body', () => {
    for (const body of bothWays('')) {
      expect([body.truncated, body.start, body.end, body.encoding]).toEqual([false, 0, 0, 'utf-8']);
    }
  });
});
