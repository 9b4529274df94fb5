import { describe, expect, test } from 'vitest';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import { type RobotsTxtRecord, readRecords } from '../../src/syntax/record.js';
import { latin1OfBytes } from '../naive/bytes.js';
import { bodyOf, bytes, dialectNames, recordsOf, tablesOf, utf8, utf16 } from '../support/make.js';

function kindsOf(body: string | Uint8Array, dialect: DialectName = 'rfc9309'): string[] {
  return recordsOf(body, dialect).records.map(({ kind }) => kind);
}

/** Concatenates the records' bytes after checking that their spans are adjacent. */
function joined(records: readonly RobotsTxtRecord[]): string {
  let end = 0;
  let all = '';
  records.forEach(({ span, line, bytes: own }, index) => {
    expect([span.start, span.end, line]).toEqual([end, end + own.length, index + 1]);
    end = span.end;
    all += latin1OfBytes(own);
  });
  return all;
}

describe('kinds', () => {
  test.each([
    ['', []],
    ['\n', ['blank']],
    [' \t', ['blank']],
    ['#', ['comment']],
    [' # a: b', ['comment']],
    ['prose of more words', ['invalid']],
    [':', ['invalid']],
    [': /a', ['invalid']],
    ['a:b', ['unknown']],
    ['Allow', ['invalid']],
    ['Allow:', ['allow']],
    ['SITEMAP :x', ['sitemap']],
    ['a:\r\nb:\rc:\nd:', ['unknown', 'unknown', 'unknown', 'unknown']],
    ['\n\r\r\n', ['blank', 'blank', 'blank']],
  ])('%j', (body, kinds) => {
    expect(kindsOf(body)).toEqual(kinds);
  });

  test('RFC 9309 2.2.4: every other field has its own kind', () => {
    const fields = Object.keys(dialects.rfc9309.fieldNames);
    expect(kindsOf(fields.map((field) => `${field}: x\n`).join(''))).toEqual(fields);
  });
});

describe('pieces', () => {
  test('field, value and comment as written, with positions', () => {
    const [record] = recordsOf('\tDisAllow : /a b\t#\u{1F600}: x\r\n').records;
    expect(record).toEqual({
      kind: 'disallow',
      line: 1,
      span: { start: 0, end: 27, line: 1, column: 1, endColumn: 24 },
      bytes: utf8('\tDisAllow : /a b\t#\u{1F600}: x\r\n'),
      text: '\tDisAllow : /a b\t#\u{1F600}: x\r\n',
      field: { text: 'DisAllow', span: { start: 1, end: 9, line: 1, column: 2, endColumn: 10 } },
      value: { text: '/a b', span: { start: 12, end: 16, line: 1, column: 13, endColumn: 17 } },
      comment: {
        text: '#\u{1F600}: x',
        span: { start: 17, end: 25, line: 1, column: 18, endColumn: 24 },
      },
      colonMissing: false,
      groupIndex: undefined,
    });
  });

  test('columns count UTF-16 code units, offsets count bytes', () => {
    const { value } = recordsOf('\u{1F600}é: \u{1F600}').records[0];
    expect(value?.span).toEqual({ start: 8, end: 12, line: 1, column: 6, endColumn: 8 });
  });

  test.each(['allow:  # none', ' allow:  # none', 'allow :', 'site-map: '])(
    'an empty value is after the colon, before a comment: %j',
    (line) => {
      const { value, comment } = recordsOf(line).records[0];
      const { start = -1, end = -1 } = value?.span ?? {};
      expect([value?.text, end]).toEqual(['', start]);
      expect(start).toBeGreaterThan(line.indexOf(':'));
      expect(start).toBeLessThanOrEqual(comment?.span.start ?? line.length);
    },
  );

  test('comments: a comment starts at the first # and can be the whole line', () => {
    const [record, alone] = recordsOf('allow: /a#b#c\n  # x').records;
    expect([record.value?.text, record.comment?.text]).toEqual(['/a', '#b#c']);
    expect([alone.field, alone.value, alone.comment?.text]).toEqual([undefined, undefined, '# x']);
  });

  test('missing colon: marks a missing colon', () => {
    const missing = (line: string) => recordsOf(line).records[0].colonMissing;
    expect(missing('disallow /')).toBe(true);
    expect(missing('disallow: /')).toBe(false);
    expect(missing('some prose')).toBe(false);
    expect(missing('# x y')).toBe(false);
  });

  test('the group of each record', () => {
    const { records } = recordsOf('allow: /\nuser-agent: a\n\nallow: /\nuser-agent: b\n# x');
    const groups = [undefined, 0, 0, 0, 1, 1];
    expect(records.map(({ groupIndex }) => groupIndex)).toEqual(groups);
  });
});

describe('RFC 9309 2.3: lossless', () => {
  const bodies: readonly Uint8Array[] = [
    '',
    '\uFEFF',
    '\uFEFFuser-agent: *\n',
    '\r\n\r\r\n\n',
    'no line end',
    'a: b\0c # \0\n',
    'é: \u{1F600}\r#',
  ].flatMap((text) => [utf8(text), utf16(text, 'le'), utf16(text, 'be')]);
  const odd = ['\xFF\xFE\n', '\xFE\xFF\0\n\0', '\xFF\xFE\0\xD8\n\0', '\xFF\xFE\0\xD8a', '\xEF\xBB', 'a\xFC: \xC3\n\x80'];

  test.each(dialectNames)('the concatenated records are the body: %s', (dialect) => {
    for (const body of [...bodies, ...odd.map(bytes)]) {
      expect(joined(recordsOf(body, dialect).records)).toBe(latin1OfBytes(body));
    }
  });

  test('the concatenated texts are the text, including its mark', () => {
    const text = '\uFEFFé: \u{1F600}\r\n#€\rx';
    for (const body of [text, utf8(text), utf16(text.slice(1), 'le'), utf16(text.slice(1), 'be')]) {
      expect(
        recordsOf(body)
          .records.map((record) => record.text)
          .join(''),
      ).toBe(text);
    }
  });

  test('a mark alone is a blank line', () => {
    for (const body of [utf8('\uFEFF'), utf16('', 'le'), utf16('', 'be')]) {
      expect(kindsOf(body)).toEqual(['blank']);
    }
  });

  test('line length: Google only: content beyond the maximum line length belongs to its record', () => {
    const line = `allow: /${'x'.repeat(20_000)} # comment`;
    const { records } = recordsOf(`${line}\nallow: /`, 'google');
    expect(records.map(({ text }) => text)).toEqual([`${line}\n`, 'allow: /']);
    expect(records[0].value?.span.end).toBe(16_663);
    expect(records[0].comment).toBeUndefined();
  });
});

describe('RFC 9309 2.5: beyond the limit', () => {
  const limit = 512_000;
  const read = (body: string | Uint8Array) => readRecords(bodyOf(body, 'rfc9309', limit), tablesOf());

  test.each([
    ['a text', (text: string) => text],
    ['UTF-8', utf8],
    ['UTF-16 LE', (text: string) => utf16(text, 'le')],
    ['UTF-16 BE', (text: string) => utf16(text, 'be')],
  ])('the unparsed rest is one record: %s', (_name, encode) => {
    const text = `#é\n${'\u{1F600}'.repeat(limit / 4)}\n${'#\n'.repeat(limit)}`;
    const source = encode(text);
    const records = read(source);
    expect(records.map(({ kind, line }) => [kind, line])).toEqual([
      ['comment', 1],
      ['beyond-limit', 2],
    ]);
    expect(joined(records)).toBe(latin1OfBytes(typeof source === 'string' ? utf8(source) : source));
    expect(records[1].text).toBe(text.slice(3));
    expect([records[1].field, records[1].colonMissing]).toEqual([undefined, false]);
  });

  test('a CRLF across the limit is split without losing bytes', () => {
    const body = utf8(`${'#'.repeat(limit - 1)}\r\nallow: /`);
    const records = read(body);
    expect(records.map(({ kind }) => kind)).toEqual(['comment', 'beyond-limit']);
    expect(joined(records)).toBe(latin1OfBytes(body));
  });

  test('a body of one long line is entirely beyond the limit', () => {
    const records = read(utf8(`\uFEFF${'x'.repeat(limit)}`));
    expect(records.map(({ kind, line, span }) => [kind, line, span.start, span.end])).toEqual([
      ['beyond-limit', 1, 0, limit + 3],
    ]);
  });
});

test.each([
  ['text', (text: string) => text],
  ['UTF-8', utf8],
  ['UTF-16', (text: string) => utf16(text, 'be')],
])('a walk visits the same records, in %s', (_, sourceOf) => {
  const text = `User-agent: é # a\nallow: /\u{1F41F}\r\n\nprose\nx`;
  const robotsTxt = parseRobotsTxt(sourceOf(text));
  for (const isAsked of [true, false]) {
    const walk = robotsTxt.walk();
    for (const [index, record] of robotsTxt.records.entries()) {
      expect(walk.next()).toBe(true);
      expect([walk.kind, walk.groupIndex]).toEqual([record.kind, record.groupIndex]);
      expect(walk.value).toBe(record.value?.text ?? '');
      // A record requested alone is the same.
      if (isAsked || index === 3) expect(walk.record()).toEqual(record);
    }
    expect(walk.next()).toBe(false);
  }
});
