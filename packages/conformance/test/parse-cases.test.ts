import { describe, expect, test } from 'vitest';
import { bytesOf, parseCases } from '../src/parse-cases.js';

const good = {
  id: 'some/row',
  clause: 'row 1',
  rows: [1],
  dialect: 'rfc9309',
  body: 'User-agent: *\nDisallow: /\n',
  productToken: 'FooBot',
  url: 'https://www.example.com/',
  allowed: false,
  line: 2,
};

/** A valid case with changes; undefined fields are removed. */
function parse(...changes: readonly Record<string, unknown>[]) {
  const text = changes.map((change) => JSON.stringify({ ...good, ...change })).join('\n');
  return parseCases(text, 'some');
}

test('reads a case', () => {
  expect(parse({ note: 'why' })).toEqual([
    {
      id: 'some/row/rfc9309',
      clause: 'row 1',
      rows: [1],
      query: {
        body: good.body,
        productToken: 'FooBot',
        url: 'https://www.example.com/',
        dialect: 'rfc9309',
      },
      expected: { kind: 'verdict', allowed: false, line: 2 },
    },
  ]);
});

test('a list of dialects yields one case each', () => {
  const cases = parse({ dialect: ['rfc9309', 'google'] });
  expect(cases.map(({ id, query }) => [id, query.dialect])).toEqual([
    ['some/row/rfc9309', 'rfc9309'],
    ['some/row/google', 'google'],
  ]);
});

test('a list of product tokens stays a list', () => {
  expect(parse({ productToken: ['a', 'b'] })[0]?.query.productToken).toEqual(['a', 'b']);
});

test('decodes bytes from base64', () => {
  expect(parse({ body: undefined, body_b64: '/wB/' })[0]?.query.body).toEqual(Uint8Array.of(255, 0, 127));
  expect(bytesOf('')).toEqual(new Uint8Array());
});

test('joins parts of long texts', () => {
  const [first] = parse({
    body: undefined,
    body_parts: [
      ['ab', 2],
      ['c', 1],
    ],
    url: undefined,
    url_parts: [
      ['/', 1],
      ['x', 3],
    ],
  });
  expect(first?.query).toMatchObject({ body: 'ababc', url: '/xxx' });
});

test('accepts a raised parsing limit', () => {
  expect(parse({ maxBytes: 600_000 })[0]?.query.maxBytes).toBe(600_000);
});

test('accepts throws instead of a verdict', () => {
  const [first] = parse({ throws: true, allowed: undefined, line: undefined });
  expect(first?.expected).toEqual({ kind: 'type-error' });
});

test('skips blank lines but counts them', () => {
  expect(() => parseCases(`\n${JSON.stringify(good)}\n\n{}\n`, 'some')).toThrow('some.ndjson:4: id must be a string');
});

test('reports every invalid line', () => {
  expect(() => parse({ rows: 1 }, {}, { allowed: 1 })).toThrow(
    'some.ndjson:1: rows must be a list of numbers\nsome.ndjson:3: allowed must be true or false',
  );
});

describe('reports file and line of an invalid case', () => {
  test.each<[string, Record<string, unknown>]>([
    ['unknown field bodi', { bodi: '' }],
    ['the id must start with some/', { id: 'other/row' }],
    ['some/Row is not in kebab-case', { id: 'some/Row' }],
    ['clause must be a string', { clause: undefined }],
    ['the clause is empty', { clause: '' }],
    ['note must be a string', { note: 1 }],
    ['rows must be a list of numbers', { rows: undefined }],
    ['unknown row 26', { rows: [1, 26] }],
    ['unknown dialect bing', { dialect: 'bing' }],
    ['dialect must be a name or a list of names', { dialect: [] }],
    ['exactly one of body, body_b64, body_parts is required', { body: undefined }],
    ['exactly one of body, body_b64, body_parts is required', { body_b64: '' }],
    ['exactly one of url, url_parts is required', { url_parts: [['a', 1]] }],
    ['url must be a string', { url: 1 }],
    ['body_parts must be a list of [text, times]', { body: undefined, body_parts: 'a' }],
    ['body_parts must be a list of [text, times]', { body: undefined, body_parts: [['a', 0]] }],
    ['productToken must be a string or a list of strings', { productToken: [] }],
    ['maxBytes must be a number of bytes', { maxBytes: '1' }],
    ['one of productToken, crawler is needed', { crawler: 'Applebot' }],
    ['level must be should or silent', { level: 'must' }],
    ['there is no crawler Nobot', { productToken: undefined, crawler: 'Nobot' }],
    ['step must be one of own-group', { productToken: undefined, crawler: 'Applebot' }],
    ['governed must be true or false', { productToken: undefined, crawler: 'Applebot', step: 'own-group', governed: 0 }],
    ['step and governed are for a crawler', { step: 'own-group' }],
    ['allowed must be true or false', { allowed: undefined }],
    ['line must be a line number, or 0 for none', { line: 1.5 }],
    ['only a rule can disallow: line must be its number', { line: 0 }],
    ['throws can only be true', { throws: false }],
    ['a case with throws must not have allowed or line', { throws: true }],
  ])('%s', (message, change) => {
    expect(() => parse(change)).toThrow(`some.ndjson:1: ${message}`);
  });

  test('rejects a duplicate ID', () => {
    expect(() => parse({}, {})).toThrow('some.ndjson:2: duplicate id some/row/rfc9309');
    expect(parse({}, { dialect: 'google' })).toHaveLength(2);
  });

  test('rejects a line that is not a JSON object', () => {
    expect(() => parseCases('[]', 'some')).toThrow('some.ndjson:1: not an object');
    expect(() => parseCases('{', 'some')).toThrow(/^some\.ndjson:1: /);
  });
});
