import { parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { QueryReader } from '../src/query.js';

const reader = new QueryReader('ExampleBot', parseRobotsTxt(''));
const url = 'https://EXAMPLE.com:443/a';
const origin = 'https://example.com';

describe('what is asked', () => {
  test('where nothing else is said, for the client’s own crawler', () => {
    const asked = { url, origin, productToken: 'ExampleBot', signal: undefined };
    expect(reader.read(url, undefined)).toEqual(asked);
    expect(reader.read(url, {})).toEqual(asked);
    expect(reader.read(url, { productToken: undefined, signal: undefined })).toEqual(asked);
  });

  test('for another crawler, and with a signal', () => {
    const { signal } = new AbortController();
    const options = { productToken: 'OtherBot/2.0', signal };
    expect(reader.read(url, options)).toEqual({ url, origin, ...options });
  });

  test('of a URL object, its text at that time', () => {
    const object = new URL(url);
    const asked = reader.read(object, undefined);
    object.pathname = '/b';
    expect(asked).toMatchObject({ url: 'https://example.com/a', origin });
  });
});

describe('what cannot be asked', () => {
  test.each<[unknown, unknown, string]>([
    [undefined, undefined, 'The URL is undefined: give an absolute http:, https: or ftp: URL'],
    [5n, undefined, 'The URL is of type bigint: give an absolute'],
    ['/a', undefined, '"/a" has no robots.txt: give an absolute http:, https: or ftp: URL.'],
    [new URL('data:,a'), undefined, '"data:,a" has no robots.txt: give an absolute'],
    [url, 'OtherBot', 'The second argument is of type string: give options such as'],
    [url, null, 'The second argument is null: give options such as'],
    [url, { productToken: 'Mozilla/5.0 (X)' }, 'looks like a whole User-Agent header. Pass'],
    [url, { productToken: null }, 'Pass a product token'],
    [url, { signal: null }, 'signal is null: give an AbortSignal, such as the signal of an'],
    [url, { signal: new AbortController() }, 'signal is of type AbortController: give an'],
  ])('%#', (given, options, sentence) => {
    expect(() => reader.read(given as never, options as never)).toThrow(TypeError);
    expect(() => reader.read(given as never, options as never)).toThrow(sentence);
  });

  test('which product tokens those are is for the dialect to say: Google’s parser takes any', () => {
    const google = new QueryReader('ExampleBot', parseRobotsTxt('', { dialect: 'google' }));
    const options = { productToken: 'Mozilla/5.0 (X)' };
    expect(google.read(url, options)).toMatchObject(options);
  });

  test('a signal that is aborted gives its reason', () => {
    const signal = AbortSignal.abort(new Error('enough'));
    expect(() => reader.read(url, { signal })).toThrow('enough');
  });
});
