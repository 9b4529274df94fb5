/** RFC 9651, with the categories of httpwg's structured-field-tests: what is valid, and its canonical form (4.1). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BareItem,
  type Member,
  parseDictionary,
  parseLinks,
  parseList,
} from '../../src/http/http-fields.js';

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
  const parts = Array.from(parameters, ([key, value]) =>
    value.value === true ? `;${key}` : `;${key}=${bare(value)}`,
  );
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

const INVALID = undefined;
/** The lines of the field, separated by `¦`, and the canonical form. */
const dictionaries: readonly (readonly [field: string, canonical: string | undefined])[] = [
  // dictionary
  ['en="Applepie", da=:w4ZibGV0w6ZydGUK:', 'en="Applepie", da=:w4ZibGV0w6ZydGUK:'],
  ['', ''],
  ['a=1', 'a=1'],
  ['a=(1 2)', 'a=(1 2)'],
  ['a=(1)', 'a=(1)'],
  ['a=()', 'a=()'],
  ['a=1,b=2', 'a=1, b=2'],
  ['a=1 ,  b=2', 'a=1, b=2'],
  ['a=1\t,\tb=2', 'a=1, b=2'],
  ['     a=1 ,  b=2', 'a=1, b=2'],
  ['a=1  ', 'a=1'],
  ['a=1¦b=2', 'a=1, b=2'],
  ['a=1,b,c=3', 'a=1, b, c=3'],
  ['a,b,c', 'a, b, c'],
  ['a=1,b;foo=9,c=3', 'a=1, b;foo=9, c=3'],
  ['a=1,b=?1;foo=9,c=3', 'a=1, b;foo=9, c=3'],
  ['a=1,b=?0', 'a=1, b=?0'],
  ['a =1', INVALID],
  ['a= 1', INVALID],
  ['a=', INVALID],
  ['a=1, b=', INVALID],
  ['a=1 b=2', INVALID],
  ['a=1,b=2,', INVALID],
  ['a=1,,b=2', INVALID],
  [',a=1', INVALID],
  ['a=1¦', INVALID],
  ['\ta=1', INVALID],
  ['a=1,b=2,a=3', 'a=3, b=2'],
  ['a=1,1b=2,a=1', INVALID],
  ['a=1,B=2,a=1', INVALID],
  ['a=1\n', INVALID],
  // keys
  ['*a=1', '*a=1'],
  ['a-b_c.d*9=1', 'a-b_c.d*9=1'],
  ['-a=1', INVALID],
  ['a/b=1', INVALID],
  ['é=1', INVALID],
  // parameters
  ['abc=123;a=1;b=2, def=456, ghi=789;q=9;r="+w"', 'abc=123;a=1;b=2, def=456, ghi=789;q=9;r="+w"'],
  ['a=b; q=1.0', 'a=b;q=1.0'],
  ['a=(1 2); q=1.0', 'a=(1 2);q=1.0'],
  ['a=3;c;d=5', 'a=3;c;d=5'],
  ['a=3;c=5;d', 'a=3;c=5;d'],
  ['a=b;c=1,d=e;f=2', 'a=b;c=1, d=e;f=2'],
  ['a=b;q =0.5', INVALID],
  ['a=b;q= 0.5', INVALID],
  ['a=b ;q=0.5', INVALID],
  ['a=b;  c=1  ,  d=e; f=2; g=3', 'a=b;c=1, d=e;f=2;g=3'],
  ['a=b;c=1¦d=e;f=2', 'a=b;c=1, d=e;f=2'],
  ['a=b; q=1.0,', INVALID],
  ['a=b;', INVALID],
  ['a=1;b=1;b=2', 'a=1;b=2'],
  ['a=1;B=1', INVALID],
  ['a=1;b=(1)', INVALID],
  // booleans
  ['a=?1', 'a'],
  ['a=?0', 'a=?0'],
  ['a=?2', INVALID],
  ['a=?', INVALID],
  ['a=?T', INVALID],
  // numbers
  ['a=0', 'a=0'],
  ['a=-0', 'a=0'],
  ['a=--0', INVALID],
  ['a=00', 'a=0'],
  ['a=042', 'a=42'],
  ['a=-042', 'a=-42'],
  ['a=- 42', INVALID],
  ['a=+42', INVALID],
  ['a=123456789012345', 'a=123456789012345'],
  ['a=-999999999999999', 'a=-999999999999999'],
  ['a=1234567890123456', INVALID],
  ['a=1.23', 'a=1.23'],
  ['a=-1.50', 'a=-1.5'],
  ['a=123456789012.1', 'a=123456789012.1'],
  ['a=1234567890123.1', INVALID],
  ['a=1.1234', INVALID],
  ['a=1.', INVALID],
  ['a=.1', INVALID],
  ['a=-', INVALID],
  ['a=1.5.4', INVALID],
  ['a=1e5', INVALID],
  // strings
  ['a="foo bar"', 'a="foo bar"'],
  ['a=""', 'a=""'],
  ['a="b\\"c\\\\d"', 'a="b\\"c\\\\d"'],
  ['a="b\\,c"', INVALID],
  ['a="foo', INVALID],
  ['a="foo\\', INVALID],
  ['a="é"', INVALID],
  ['a="\t"', INVALID],
  ["a='foo'", INVALID],
  ['a="x, y"', 'a="x, y"'],
  // tokens
  ['a=foo', 'a=foo'],
  ['a=*foo', 'a=*foo'],
  ["a=a_b-c.d3:f%00/*!#$&'+^`|~", "a=a_b-c.d3:f%00/*!#$&'+^`|~"],
  ['a=Y', 'a=Y'],
  ['a=_b', INVALID],
  ['a=b(c', INVALID],
  // bytes
  ['a=:aGVsbG8=:', 'a=:aGVsbG8=:'],
  ['a=::', 'a=::'],
  ['a=:=aGVsbG8=:', INVALID],
  ['a=:a GVs:', INVALID],
  ['a=:aGVsbG8=', INVALID],
  ['a=:_-Ah:', INVALID],
  ['a=*aGVsbG8=*', INVALID],
  // dates
  ['a=@1659578233', 'a=@1659578233'],
  ['a=@-1659578233', 'a=@-1659578233'],
  ['a=@1659578233.12', INVALID],
  ['a=@', INVALID],
  // display strings
  ['a=%"f%c3%bc%c3%bc"', 'a=%"f%c3%bc%c3%bc"'],
  ['a=%"abc"', 'a=%"abc"'],
  ['a=%"%C3%BC"', INVALID],
  ['a=%"%c3%28"', INVALID],
  ['a=%"%a', INVALID],
  ['a=%"abc', INVALID],
  ['a=%abc', INVALID],
  ['a=%"é"', INVALID],
  // inner lists
  ['a=(b  c ;d  e)', INVALID],
  ['a=(  b  c;d  e )', 'a=(b c;d e)'],
  ['a=(b,c)', INVALID],
  ['a=(b c', INVALID],
  ['a=(b', INVALID],
  ['a=((b))', INVALID],
  ['a=(b)c', INVALID],
];

describe('parseDictionary', () => {
  test.each(dictionaries)('%j', (field, canonical) => {
    expect(dictionary(field.split('¦'))).toBe(canonical);
  });

  test('the canonical form of a valid dictionary is valid and equal', () => {
    for (const [, canonical] of dictionaries) {
      if (canonical !== undefined) expect(dictionary([canonical])).toBe(canonical);
    }
  });
});

const lists: readonly (readonly [field: string, canonical: string | undefined])[] = [
  ['1, 42', '1, 42'],
  ['', ''],
  ['1,42', '1, 42'],
  ['1¦42', '1, 42'],
  ['1,', INVALID],
  ['1,,42', INVALID],
  ['(1 2), (42 43)', '(1 2), (42 43)'],
  ['*;noindex, ExampleBot', '*;noindex, ExampleBot'],
  ['abc;a=1;b=2; cde_456, (ghi;jk=4 l);q="9";r=w', 'abc;a=1;b=2;cde_456, (ghi;jk=4 l);q="9";r=w'],
  ['a;', INVALID],
];

test.each(lists)('parseList of %j', (field, canonical) => {
  expect(parseList(field.split('¦'))?.map(member).join(', ')).toBe(canonical);
});

test('fields of any characters are parsed or rejected, never thrown', () => {
  const field = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'ab=1.;, ()"\\:?@%*-') }),
  );
  fc.assert(
    fc.property(fc.array(field, { maxLength: 3 }), (lines) => {
      const canonical = dictionary(lines);
      if (canonical !== undefined) expect(dictionary([canonical])).toBe(canonical);
      parseList(lines);
      for (const line of lines) parseLinks(line);
    }),
    { numRuns: 5_000 },
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
