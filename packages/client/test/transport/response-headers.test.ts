import { describe, expect, test } from 'vitest';
import {
  checkTransferCodings,
  isCloseDelimited,
  listField,
  locationField,
  responseHeaders,
  singleField,
} from '../../src/transport/response-headers.js';

test('only the relevant fields are stored', () => {
  const counted = {
    age: '1',
    'cache-control': 'max-age=60',
    'content-type': 'text/plain',
    date: 'Sat, 01 Jan 2000 00:00:00 GMT',
    etag: '"a"',
    expires: '0',
    'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT',
    pragma: 'no-cache',
    'retry-after': '120',
  };
  expect(responseHeaders({ ...counted, 'set-cookie': ['a=b'], server: 'a' })).toEqual(counted);
  expect(responseHeaders({})).toEqual({});
});

test.each([
  ['lines of a list are joined (RFC 9110 5.3)', 'cache-control', ['a', 'b="c, d"'], 'a, b="c, d"'],
  ['lines of a list are joined (RFC 9110 5.3)', 'pragma', ['a', 'b'], 'a, b'],
  ['the first of several ages counts (RFC 9111 5.1)', 'age', ['1', '2'], '1'],
  ['the first of several dates counts (RFC 9111 4.2.1)', 'expires', ['0', 'later'], '0'],
  ['the first of several types counts', 'content-type', ['text/plain', 'text/html'], 'text/plain'],
] as const)('%s: %s', (_, name, values, expected) => {
  expect(responseHeaders({ [name]: values })).toEqual({ [name]: expected });
});

test('a value of more than 1,024 characters is dropped', () => {
  const most = 'a'.repeat(1024);
  expect(responseHeaders({ etag: most, date: `${most}a` })).toEqual({ etag: most });
});

test.each([
  ['no-store', 'no-store'],
  ['Max-Age=60', 'max-age=60'],
  ['max-age=3600, no-cache="a"', 'max-age=3600, no-cache="a"'],
  ['public', ''],
  [Array(200).fill('max-age=60').join(', '), 'no-store'],
])('a Cache-Control of more than 1,024 characters keeps its %j', (part, expected) => {
  const long = `${part}, x="${'a'.repeat(1024)}"`;
  expect(responseHeaders({ 'cache-control': long })).toEqual({ 'cache-control': expected });
});

test('a Pragma of more than 1,024 characters keeps its no-cache', () => {
  const long = 'a'.repeat(1024);
  expect(responseHeaders({ pragma: [long, 'No-Cache'] })).toEqual({ pragma: 'No-Cache' });
  expect(responseHeaders({ pragma: [long, 'a'] })).toEqual({ pragma: '' });
});

test.each(['age', 'expires'])('an %s of more than 1,024 characters is cut', (name) => {
  expect(responseHeaders({ [name]: '0'.repeat(1025) })).toEqual({ [name]: '0'.repeat(1024) });
});

test('names of object members are not fields', () => {
  expect(singleField({}, 'constructor')).toBeUndefined();
  expect(listField(JSON.parse('{"__proto__":["a","b"]}'), '__proto__')).toBe('a, b');
});

test.each([
  [undefined, undefined],
  ['/a', '/a'],
  [['/a', '/a'], '/a'],
  [['/a', '/b'], undefined],
])('Location %j is %s: conflicting ones are ignored (RFC 9110 10.2.2)', (location, expected) => {
  expect(locationField({ location })).toBe(expected);
});

const coded = (...codings: string[]) => ({ 'transfer-encoding': codings });

describe('a body delimited by the end of its connection (RFC 9112 6.3)', () => {
  test.each([
    [200, {}, true],
    [404, {}, true],
    [204, {}, false],
    [304, {}, false],
    [103, {}, false],
    [200, { 'content-length': '0' }, false],
    [200, coded('chunked'), false],
    [200, coded('gzip, Chunked '), false],
    [200, coded('gzip', 'chunked'), false],
    [200, coded('gzip'), true],
    [200, coded('identity'), true],
    // The parser does not treat these as chunked.
    [200, coded('chunked, identity'), true],
    [200, coded('chunked', 'identity'), true],
    [200, coded('chunked,'), true],
  ])('%i %j: %s', (status, fields, expected) => {
    expect(isCloseDelimited({ status, fields })).toBe(expected);
  });
});

describe('transfer codings (RFC 9112 6.1, 7)', () => {
  test.each([
    {},
    coded(''),
    coded('chunked'),
    coded('\tCHUNKED '),
    coded('identity'),
    coded('identity, chunked'),
    coded('chunked', 'chunked'),
    coded(', chunked'),
  ])('%j: accepted', (fields) => {
    expect(() => checkTransferCodings(fields)).not.toThrow();
  });

  test.each([
    coded('gzip'),
    coded('gzip, chunked'),
    coded('gzip', 'chunked'),
    coded('xx, chunked'),
    coded('chunked, gzip'),
    coded('chunked;a=b'),
    coded('chunked, identity'),
    coded('chunked,'),
  ])('%j: refused', (fields) => {
    expect(() => checkTransferCodings(fields)).toThrow(expect.objectContaining({ failure: 'content-encoding' }));
  });
});
