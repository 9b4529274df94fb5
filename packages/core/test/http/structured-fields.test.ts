/** Structured fields of any content; httpwg-structured-fields.test.ts has httpwg's own tests. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { parseLinks } from '../../src/http/links.js';
import { type BareItem, fieldValues, type Member, parseDictionary, parseList } from '../../src/http/structured-fields.js';

function bare({ type, value }: BareItem): string {
  if (type === 'string') return JSON.stringify(value);
  if (type === 'bytes') return `:${value}:`;
  if (type === 'boolean') return value ? '?1' : '?0';
  if (type === 'date') return `@${value}`;
  if (type === 'display-string') return `%"${encodeURIComponent(value).toLowerCase()}"`;
  if (type === 'decimal') return Number.isInteger(value) ? `${value}.0` : String(value);
  return String(value);
}

function withParameters(text: string, { parameters }: Member): string {
  const parts = Array.from(parameters, ([key, value]) => (value.value === true ? `;${key}` : `;${key}=${bare(value)}`));
  return text + parts.join('');
}

function member(value: Member): string {
  const { item } = value;
  return withParameters('type' in item ? bare(item) : `(${item.map(member).join(' ')})`, value);
}

function dictionary(lines: readonly string[]): string | undefined {
  const parsed = parseDictionary(lines);
  if (parsed === undefined) return undefined;
  const parts = Array.from(parsed, ([key, value]) => {
    const { item } = value;
    const isTrue = 'type' in item && item.value === true;
    return isTrue ? withParameters(key, value) : `${key}=${member(value)}`;
  });
  return parts.join(', ');
}

test.each([
  ['pairs', [['X-Robots-Tag', 'noindex'] as const]],
  ['a Headers object', new Headers({ 'X-Robots-Tag': 'noindex' })],
  ['an object', { 'x-Robots-tag': ['noindex'] }],
])('RFC 9110 5.1: fieldValues compares names without case in %s', (_, headers) => {
  for (const name of ['X-Robots-Tag', 'x-robots-tag', 'X-ROBOTS-TAG']) {
    expect(fieldValues(headers, name)).toEqual(['noindex']);
  }
});

test('fields of any characters are parsed or rejected, never thrown', () => {
  const field = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'ab=1.;, ()"\\:?@%*-') }));
  fc.assert(
    fc.property(fc.array(field, { maxLength: 3 }), (lines) => {
      const canonical = dictionary(lines);
      if (canonical !== undefined) expect(dictionary([canonical])).toBe(canonical);
      parseList(lines);
      for (const line of lines) parseLinks(line);
    }),
    { numRuns: runs(5_000) },
  );
});

test.each([
  ['many members', 'a=1,'.repeat(200_000)],
  ['many parameters', `a${';b'.repeat(300_000)}`],
  ['an open string', `a="${'x'.repeat(1_000_000)}`],
  ['a long list of items', `a=(${'1 '.repeat(300_000)})`],
  ['open lists', `a=${'('.repeat(1_000_000)}`],
  ['links', '<a>;b="c",'.repeat(100_000)],
  ['open links', '<'.repeat(1_000_000)],
])('a field with %s takes linear time', (_, field) => {
  parseDictionary([field]);
  parseList([field]);
  parseLinks(field);
});
