import { describe, expect, test } from 'vitest';
import { SourceText, textOf } from '../../src/syntax/source-text.js';
import { bodyOf, bytes, utf8, utf16 } from '../support/make.js';

function sourceTextOf(source: string | Uint8Array): SourceText {
  const body = bodyOf(source);
  return new SourceText(body, body.ownBytes());
}

describe('textOf', () => {
  test('preserves a byte-order mark and decodes invalid UTF-8 as U+FFFD', () => {
    expect(textOf(utf8('\uFEFFé'), 0, 5)).toBe('\uFEFFé');
    expect(textOf(bytes('a\xFCb'), 0, 3)).toBe('a\uFFFDb');
    expect(textOf(bytes('abc'), 1, 2)).toBe('b');
    expect(textOf(bytes('abc'), 2, 2)).toBe('');
  });
});

describe('span', () => {
  test('extension: offsets are bytes from 0, columns are UTF-16 code units from 1', () => {
    const line = 'é😀 /€';
    const start = utf8('\né😀 ').length;
    const end = start + utf8('/€').length;
    expect(sourceTextOf(`\n${line}`).span(2, 1, start, end)).toEqual({
      start,
      end,
      line: 2,
      column: 5,
      endColumn: 7,
    });
  });

  test('an empty piece ends where it starts', () => {
    expect(sourceTextOf('ab').span(1, 0, 2, 2)).toEqual({
      start: 2,
      end: 2,
      line: 1,
      column: 3,
      endColumn: 3,
    });
  });

  test('invalid UTF-8: invalid UTF-8 counts as the displayed U+FFFD', () => {
    const sourceText = sourceTextOf(bytes('\xFC\xFC/\xFC'));
    expect(sourceText.span(1, 0, 2, 4)).toMatchObject({
      start: 2,
      end: 4,
      column: 3,
      endColumn: 5,
    });
  });
});

describe.each(['le', 'be'] as const)('byte-order mark: a body in UTF-16 %s', (order) => {
  const text = 'aé€😀b';
  /** Where each character starts: in the UTF-8 that is parsed, and in the body. */
  const starts = Array.from(text, (_, i) => {
    const before = Array.from(text).slice(0, i).join('');
    return [utf8(before).length, 2 + before.length * 2] as const;
  });

  test('offsets are bytes of the original body, including its mark', () => {
    const sourceText = sourceTextOf(utf16(text, order));
    for (const [offset, expected] of starts) expect(sourceText.sourceOffset(offset)).toBe(expected);
    expect(sourceText.sourceOffset(utf8(text).length)).toBe(2 + text.length * 2);
  });

  test('offsets may come in any order', () => {
    const sourceText = sourceTextOf(utf16(text, order));
    for (const [offset, expected] of starts.toReversed()) {
      expect(sourceText.sourceOffset(offset)).toBe(expected);
    }
  });

  test('half a unit at the end is within the body', () => {
    const whole = utf16('ab', order);
    expect(sourceTextOf(whole.subarray(0, whole.length - 1)).sourceOffset(4)).toBe(5);
  });
});

test('ascending offsets take linear time in total: 300,000 of them', () => {
  const sourceText = sourceTextOf(utf16('x'.repeat(250_000), 'le'));
  let sum = 0;
  for (let offset = 0; offset < 250_000; offset++) sum += sourceText.sourceOffset(offset);
  expect(sum).toBe(250_000 * 2 + 250_000 * 249_999);
});

describe('text', () => {
  test.each([
    ['unchanged', 'abc\ndéf'],
    ['a byte of invalid UTF-8 next to others', bytes('a\xFCb c')],
    ['a character of several bytes that is cut', bytes('a\xE2\x82 b')],
  ])('decodes the bytes: %s', (_, source) => {
    const sourceText = sourceTextOf(source);
    const { length } = sourceText.bytes;
    sourceText.prepare(0, 3);
    for (let start = 0; start <= length; start += 1) {
      for (let end = start; end <= length; end += 1) {
        const alone = textOf(sourceText.bytes, start, end);
        expect(sourceText.text(start, end)).toBe(alone);
        expect(sourceText.slice(start, end) ?? alone).toBe(alone);
      }
    }
  });

  test('is undefined beyond the bytes', () => {
    expect(sourceTextOf('ab').slice(0, 3)).toBe(undefined);
  });
});
