import type { Crawler, Overrides } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { queryReader } from '../src/client/query.js';
import { policies, policyFor } from '../src/policy/policy.js';

const policyOf = (crawler: Crawler) => policyFor(crawler);
const policy = policies.rfc9309;
const readerOf = (given: Overrides) => queryReader({ crawler: 'ExampleBot', policy, policyOf, overrides: given });
const reader = readerOf({});
const url = 'https://EXAMPLE.com:443/a';
const origin = 'https://example.com';

describe('a query', () => {
  test("defaults to the client's crawler", () => {
    const query = { url, origin, crawler: 'ExampleBot', policy, signal: undefined };
    expect(reader(url, undefined)).toEqual(query);
    expect(reader(url, {})).toEqual(query);
    expect(reader(url, { productToken: undefined, signal: undefined })).toEqual(query);
  });

  test('accepts another crawler and a signal', () => {
    const { signal } = new AbortController();
    const query = { url, origin, crawler: 'OtherBot/2.0', policy, signal };
    expect(reader(url, { productToken: 'OtherBot/2.0', signal })).toEqual(query);
    expect(reader(url, { crawler: 'OtherBot/2.0', signal })).toEqual(query);
  });

  test('reads the text of a URL object immediately', () => {
    const object = new URL(url);
    const query = reader(object, undefined);
    object.pathname = '/b';
    expect(query).toMatchObject({ url: 'https://example.com/a', origin });
  });
});

describe('invalid arguments', () => {
  test.each<[unknown, unknown, string]>([
    [undefined, undefined, 'The URL must be an absolute http:, https: or ftp: URL'],
    [5n, undefined, 'as a string or a URL object (received bigint).'],
    ['/a', undefined, '"/a" has no robots.txt. Use an absolute http:, https: or ftp: URL.'],
    [new URL('data:,a'), undefined, '"data:,a" has no robots.txt. Use an absolute'],
    [url, 'OtherBot', 'The second argument must be options such as { productToken: "OtherBot" } (received string).'],
    [url, null, '(received null).'],
    [url, { productToken: 'Mozilla/5.0 (X)' }, 'is not a single name. Pass'],
    [url, { productToken: null }, 'Pass at least one product token'],
    [url, { signal: null }, 'signal must be an AbortSignal, such as the signal of an'],
    [url, { signal: new AbortController() }, '(received AbortController).'],
  ])('%#', (given, options, sentence) => {
    expect(() => reader(given as never, options as never)).toThrow(TypeError);
    expect(() => reader(given as never, options as never)).toThrow(sentence);
  });

  test('the dialect determines valid product tokens: Google’s parser accepts any', () => {
    const google = readerOf({ dialect: 'google' });
    const crawler = 'Mozilla/5.0 (X)';
    expect(google(url, { productToken: crawler })).toMatchObject({ crawler });
  });

  test('an aborted signal throws its reason', () => {
    const signal = AbortSignal.abort(new Error('enough'));
    expect(() => reader(url, { signal })).toThrow('enough');
  });
});
