import { expect, test } from 'vitest';
import {
  listField,
  locationField,
  responseHeaders,
  singleField,
} from '../../src/transport/response-headers.js';

test('the fields that count are kept, and no others', () => {
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

test('a value of more than 1,024 characters is left out as a whole, joined or not', () => {
  const most = 'a'.repeat(1024);
  expect(responseHeaders({ etag: most, date: `${most}a` })).toEqual({ etag: most });
  expect(responseHeaders({ pragma: [most, 'a'] })).toEqual({});
});

test('names of objects are no fields', () => {
  expect(singleField({}, 'constructor')).toBeUndefined();
  expect(listField(JSON.parse('{"__proto__":["a","b"]}'), '__proto__')).toBe('a, b');
});

test.each([
  [undefined, undefined],
  ['/a', '/a'],
  [['/a', '/a'], '/a'],
  [['/a', '/b'], undefined],
])('Location %j is %s: several that disagree are none (RFC 9110 10.2.2)', (location, expected) => {
  expect(locationField({ location })).toBe(expected);
});
