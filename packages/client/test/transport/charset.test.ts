import { describe, expect, test } from 'vitest';
import type { BodyCharset } from '../../src/policy/fetch-outcome.js';
import { Utf8Transcoder } from '../../src/transport/received-body.js';

const bytes = (...bytes: number[]) => Uint8Array.from(bytes);
const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let index = 0; index < text.length; index++) {
    view.setUint16(2 * index, text.charCodeAt(index), isLittle);
  }
  return new Uint8Array(view.buffer);
};

interface Case {
  readonly name: string;
  readonly body: Uint8Array;
  readonly type?: string;
  /** The expected text in UTF-8. */
  readonly text: string | Uint8Array;
  readonly charset: BodyCharset;
}

const utf8 = { name: 'utf-8', from: 'default' } as const;
const byMark = (name: string) => ({ name, from: 'byte-order-mark' }) as const;
const byType = (name: string) => ({ name, from: 'content-type' }) as const;
const unknown = (label: string) => ({ ...utf8, unknown: label });

const CASES: readonly Case[] = [
  { name: 'no charset', body: ascii('a'), text: 'a', charset: utf8 },
  { name: 'an empty body', body: bytes(), text: '', charset: utf8 },
  { name: 'bad UTF-8 stays', body: bytes(0x61, 0xff), text: bytes(0x61, 0xff), charset: utf8 },
  {
    name: 'UTF-8 by its byte-order mark, which is retained',
    body: bytes(0xef, 0xbb, 0xbf, 0x61),
    text: '\ufeffa',
    charset: byMark('utf-8'),
  },
  {
    name: 'a partial byte-order mark',
    body: bytes(0xef, 0xbb),
    text: bytes(0xef, 0xbb),
    charset: utf8,
  },
  {
    name: 'UTF-16LE by its byte-order mark, which is removed',
    body: utf16('\ufeffDisallow: /\u00e9\ud83d\ude00', true),
    text: 'Disallow: /\u00e9\ud83d\ude00',
    charset: byMark('utf-16le'),
  },
  {
    name: 'UTF-16BE by its byte-order mark',
    body: utf16('\ufeffDisallow: /\u00e9', false),
    text: 'Disallow: /\u00e9',
    charset: byMark('utf-16be'),
  },
  { name: 'a mark alone', body: bytes(0xff, 0xfe), text: '', charset: byMark('utf-16le') },
  {
    name: 'half a code unit at the end',
    body: bytes(0xff, 0xfe, 0x61, 0, 0x62),
    text: 'a\ufffd',
    charset: byMark('utf-16le'),
  },
  {
    name: 'the byte-order mark takes precedence over the type',
    body: bytes(0xef, 0xbb, 0xbf, 0xe9),
    type: 'text/plain; charset=iso-8859-1',
    text: bytes(0xef, 0xbb, 0xbf, 0xe9),
    charset: byMark('utf-8'),
  },
  {
    name: 'the type takes precedence over UTF-8',
    body: bytes(0xe9),
    type: 'text/plain; charset=iso-8859-1',
    text: '\u00e9',
    charset: byType('windows-1252'),
  },
  {
    name: 'a charset in quotes and capitals',
    body: bytes(0xe9),
    type: 'Text/Plain ; a=b; Charset="ISO-8859-2"',
    text: '\u00e9',
    charset: byType('iso-8859-2'),
  },
  {
    name: 'UTF-8 by its type',
    body: bytes(0xc3, 0xa9),
    type: 'text/plain;charset=UTF8',
    text: '\u00e9',
    charset: byType('utf-8'),
  },
  {
    name: 'UTF-16 by its type',
    body: utf16('a\u00e9', true),
    type: 'text/plain; charset=utf-16',
    text: 'a\u00e9',
    charset: byType('utf-16le'),
  },
  {
    name: 'UTF-8 declared as UTF-16: its rules still apply',
    body: ascii('User-agent: *'),
    type: 'text/plain; charset=utf-16',
    text: 'User-agent: *',
    charset: unknown('utf-16'),
  },
  {
    name: 'Shift_JIS',
    body: bytes(0x82, 0xa0, 0x61),
    type: 'text/plain; charset=shift_jis',
    text: '\u3042a',
    charset: byType('shift_jis'),
  },
  {
    name: 'Big5',
    body: bytes(0xa4, 0xa4),
    type: 'text/plain; charset=big5',
    text: '\u4e2d',
    charset: byType('big5'),
  },
  {
    name: 'GB18030 of four bytes',
    body: bytes(0x81, 0x30, 0x81, 0x30),
    type: 'text/plain; charset=gbk',
    text: '\u0080',
    charset: byType('gbk'),
  },
  {
    name: 'ISO-2022-JP',
    body: ascii('\x1b$B$"\x1b(B'),
    type: 'text/plain; charset=iso-2022-jp',
    text: '\u3042',
    charset: byType('iso-2022-jp'),
  },
  {
    name: 'bytes that are invalid in the charset',
    body: bytes(0x82),
    type: 'text/plain; charset=shift_jis',
    text: '\ufffd',
    charset: byType('shift_jis'),
  },
  {
    name: 'no type',
    body: bytes(0xe9),
    type: 'charset=iso-8859-1',
    text: bytes(0xe9),
    charset: utf8,
  },
  {
    name: 'an unknown charset',
    body: ascii('a'),
    type: 'text/plain; charset=utf-7',
    text: 'a',
    charset: unknown('utf-7'),
  },
  {
    name: 'a charset without a name',
    body: ascii('a'),
    type: 'text/plain; charset=""',
    text: 'a',
    charset: unknown(''),
  },
  {
    name: 'replacement',
    body: ascii('a'),
    type: 'text/plain; charset=hz-gb-2312',
    text: 'a',
    charset: unknown('hz-gb-2312'),
  },
  {
    name: 'x-user-defined',
    body: bytes(0xc3, 0xa9),
    type: 'text/plain; charset=x-user-defined',
    text: '\u00e9',
    charset: unknown('x-user-defined'),
  },
  {
    name: 'control characters and length',
    body: ascii('a'),
    type: `text/plain; charset="\u009b${'b'.repeat(99)}"`,
    text: 'a',
    charset: unknown(`?${'b'.repeat(63)}`),
  },
];

function read(chunks: readonly Uint8Array[], type?: string): [Uint8Array, BodyCharset] {
  const transcoder = new Utf8Transcoder(type);
  const bytes = [...chunks.map((chunk) => transcoder.push(chunk)), transcoder.end()];
  return [Uint8Array.from(bytes.flatMap((part) => [...part])), transcoder.charset];
}

describe('a byte-order mark takes precedence over Content-Type, and that over UTF-8 (Encoding Standard, "decode")', () => {
  test.each(CASES)('$name', ({ body, type, text, charset }) => {
    const expected = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    expect(read([body], type)).toEqual([expected, charset]);
  });

  test('the result is the same however the body is split', () => {
    for (const { body, type, name } of CASES) {
      const whole = read([body], type);
      const singles = Array.from(body, (byte) => bytes(byte));
      expect(read(singles, type), name).toEqual(whole);
      for (let cut = 0; cut <= body.length; cut++) {
        expect(read([body.slice(0, cut), body.slice(cut)], type), `${name}, ${cut}`).toEqual(whole);
      }
    }
  });
});

test('before three bytes, the charset is provisional', () => {
  const transcoder = new Utf8Transcoder('text/plain; charset=big5');
  expect(transcoder.charset).toEqual(byType('big5'));
  transcoder.push(bytes(0xff, 0xfe));
  expect(transcoder.charset).toEqual(byMark('utf-16le'));
});
