import { describe, expect, test } from 'vitest';
import { dialects } from '../../src/dialect/dialect.js';
import { linesOfRecord } from '../../src/format/record-lines.js';
import { recordsOf } from '../support/make.js';

const { google } = dialects;
const lineOf = (line: string) => linesOfRecord(recordsOf(line).records[0], dialects.rfc9309);

describe('usual spelling of a record', () => {
  test.each([
    ['dissallow \t: /a\t#b ', 'Disallow: /a #b'],
    ['disallow /a', 'Disallow: /a'],
    ['DISALLOW:', 'Disallow:'],
    ['allow:#c', 'Allow: #c'],
    ['Foo :x', 'Foo: x'],
    ['user \tagent:x', 'user \tagent:x'],
    ['user agent:x', 'User-agent: x'],
    ['Foo Bar : x # c', 'Foo Bar:x # c'],
    ['Sitemap https://e.com/s.xml', 'Sitemap https://e.com/s.xml'],
    [' Sitemap\thttps://e.com/s.xml\t# c', 'Sitemap\thttps://e.com/s.xml # c'],
    ['Disallow /a:b', 'Disallow /a:b'],
    [' prose of words # c', 'prose of words # c'],
    ['  # c\t', '# c'],
    [' \t', ''],
    ['allow: /é', 'Allow: /é'],
    ['host: \uFFFD', 'Host: \uFFFD'],
  ])('extension: %j is written %j', (line, written) => expect(lineOf(line)).toEqual([written]));

  test("Google's parser: drops the space, then moves the comment, if the line is too long", () => {
    const [, record] = recordsOf(`\nallow:/${'x'.repeat(16_655)}# c`, 'google').records;
    expect(linesOfRecord(record, google)).toEqual(['# c', `Allow: /${'x'.repeat(16_655)}`]);
    const [longer] = recordsOf(`allow:/${'x'.repeat(16_656)}`, 'google').records;
    expect(linesOfRecord(longer, google)).toEqual([`Allow:/${'x'.repeat(16_656)}`]);
    const [slip] = recordsOf(`disalow:/${'x'.repeat(16_654)}`, 'google').records;
    expect(linesOfRecord(slip, google)).toEqual([`disalow:/${'x'.repeat(16_654)}`]);
  });

  test("Google's parser: keeps a field matched by prefix intact", () => {
    for (const line of ['Sitemap https://e.com/s.xml', 'Disallow /a:b']) {
      const [record] = recordsOf(line, 'google').records;
      expect(linesOfRecord(record, google)).toEqual([line]);
    }
  });
});
