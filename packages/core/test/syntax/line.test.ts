import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DialectName } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { LineCursor } from '../../src/syntax/line.js';
import { bodyOf, dialectNames, tablesOf, utf8 } from '../support/make.js';

/** Lines that shift the others against the steps of four bytes. */
const SHIFTS = ['x\n', 'xx\n', 'xxx\n'];

/** The content of each line, and the length of its line end. */
function linesOf(source: string | Uint8Array, dialect: DialectName): [string, number][] {
  const body = bodyOf(source, dialect);
  const cursor = new LineCursor();
  cursor.begin(body, body.bytes(), tablesOf(dialect));
  const lines: [string, number][] = [];
  while (cursor.toNextLine()) {
    const { lineStart, contentEnd, lineEnd, nextLine } = cursor;
    const content = new TextDecoder().decode(cursor.bytes.subarray(lineStart, contentEnd));
    lines.push([content, nextLine - lineEnd]);
    expect(cursor.line).toBe(lines.length);
  }
  return lines;
}

/** The lines of a body, which must not depend on its form, text or bytes, or on their offsets. */
function lines(text: string, dialect: DialectName = 'rfc9309'): [string, number][] {
  const asText = linesOf(text, dialect);
  expect(linesOf(utf8(text), dialect)).toEqual(asText);
  if (!text.startsWith('\uFEFF') && text.length < 1_000) {
    for (const shift of SHIFTS) {
      expect(linesOf(shift + text, dialect).slice(1)).toEqual(asText);
      const view = utf8(shift + text).subarray(shift.length);
      expect(linesOf(view, dialect)).toEqual(asText);
    }
  }
  return asText;
}

test('line ends: the length of each line end', () => {
  expect(lines('a\rb\nc\r\nd')).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 2],
    ['d', 0],
  ]);
});

test('line ends: a CRLF split by the parsing limit is a line end of one byte', () => {
  const text = `${'x'.repeat(511_999)}\r\nallow: /`;
  expect(lines(text).map(([content, end]) => [content.length, end])).toEqual([[511_999, 1]]);
});

test.each([512_000, 512_001, 512_002, 512_003, 512_004, 512_005])(
  'RFC 9309 2.5: text and bytes have the same lines if a text of %i units is cut',
  (units) => {
    for (const character of ['a', 'é', '€', '😀']) {
      const beginning = `#${character}\nuser-agent: *\ndisallow: /\n`;
      const text = (beginning + `${'#'.repeat(999)}\n`.repeat(513)).slice(0, units);
      const [ofText, ofBytes] = [text, utf8(text)].map((source) => parseRobotsTxt(source));
      expect(ofText.isAllowed('/', 'bot')).toBe(false);
      expect(ofText.records.at(-1)?.span).toEqual(ofBytes.records.at(-1)?.span);
      expect(ofText.records.length).toBe(ofBytes.records.length);
    }
  },
);

test('a text has the lines of its bytes, whatever ends them', () => {
  const texts = fc.string({ unit: fc.constantFrom('\n', '\r', '#', '\0', 'a', ' ') });
  fc.assert(
    fc.property(texts, (text) => {
      for (const dialect of dialectNames) lines(text, dialect);
    }),
  );
});

test('a cursor that left a body has no further line and can begin again', () => {
  const cursor = new LineCursor();
  expect(cursor.toNextLine()).toBe(false);
  for (const text of ['a\nb', `${SHIFTS[0]}b`, 'c']) {
    const body = bodyOf(text);
    cursor.begin(body, body.bytes(), tablesOf());
    expect([cursor.toNextLine(), cursor.line, cursor.lineStart]).toEqual([true, 1, 0]);
    cursor.release();
    expect([cursor.toNextLine(), cursor.bytes.length]).toEqual([false, 0]);
  }
});

test('worst case: linear: a megabyte of short lines, line ends or one line', () => {
  const limit = 1_000_000;
  for (const unit of ['a:\n', '\r', '#', ':', '\r\n', 'a']) {
    const text = unit.repeat(limit / unit.length);
    for (const source of [text, utf8(text)]) {
      const body = bodyOf(source, 'google', limit);
      const cursor = new LineCursor();
      cursor.begin(body, body.bytes(), tablesOf('google'));
      while (cursor.toNextLine());
      expect(cursor.nextLine).toBe(body.end);
    }
  }
});
