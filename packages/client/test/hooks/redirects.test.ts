import { describe, expect, test } from 'vitest';
import { type HopRequest, nextHop, redirectLocation, redirectUrl } from '../../src/hooks/redirects.js';

const FROM = new URL('https://example.com/a#part');
const SAME = new URL('https://example.com/b');
const OTHER = new URL('https://other.example/b');

function hop(method: string, hasBody = method !== 'GET'): HopRequest {
  const headers = new Headers({
    'content-type': 'text/plain',
    'content-language': 'en',
    authorization: 'Basic YTpi',
    cookie: 'a=b',
    'x-own': 'kept',
  });
  return { url: FROM, method, headers, hasBody };
}

describe('redirectLocation (Fetch, HTTP fetch)', () => {
  test.each([301, 302, 303, 307, 308])('%i with a Location is a redirect', (status) => {
    expect(redirectLocation(status, '/b')).toBe('/b');
  });

  test.each([200, 300, 304, 305, 404])('%i is not a redirect', (status) => {
    expect(redirectLocation(status, '/b')).toBeUndefined();
  });

  test('without a Location there is no redirect', () => {
    expect(redirectLocation(302, null)).toBeUndefined();
  });
});

describe('redirectUrl (Fetch, location URL)', () => {
  test.each([
    [Buffer.from('/caf\u00e9').toString('latin1'), '/caf%C3%A9'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/caf%C3%A9', '/caf%C3%A9'],
    [Buffer.from('/\u65e5\u672c?\u00e9').toString('latin1'), '/%E6%97%A5%E6%9C%AC?%C3%A9'],
  ])('raw UTF-8 is decoded as in the Fetch standard: %j', (location, path) => {
    expect(redirectUrl(location, FROM).href).toContain(`example.com${path}`);
  });

  test('the fragment is retained if the Location has none', () => {
    expect(redirectUrl('/b', FROM).href).toBe('https://example.com/b#part');
    expect(redirectUrl('/b#own', FROM).href).toBe('https://example.com/b#own');
  });

  test.each(['https://', 'http://[::1'])('%s is rejected as invalid', (location) => {
    expect(() => redirectUrl(location, FROM)).toThrow('redirects to an invalid URL');
  });

  test.each(['data:text/plain,a', 'file:///etc/hosts', 'ftp://example.com/'])('%s is refused', (location) => {
    expect(() => redirectUrl(location, FROM)).toThrow('a scheme other than http and https');
  });
});

describe('nextHop (Fetch, HTTP-redirect fetch)', () => {
  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'post', 'GET'],
    [303, 'head', 'head'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [303, 'HEAD', 'HEAD'],
    [303, 'GET', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('%i turns %s into %s', (status, before, after) => {
    expect(nextHop(hop(before), status, SAME).method).toBe(after);
  });

  test('a method changed to GET drops the body and its headers', () => {
    const next = nextHop(hop('POST'), 302, SAME);
    expect(next.hasBody).toBe(false);
    expect([...next.headers.keys()]).toEqual(['authorization', 'cookie', 'x-own']);
  });

  test('an unchanged method retains the body and its headers', () => {
    const next = nextHop(hop('POST'), 307, SAME);
    expect(next.hasBody).toBe(true);
    expect(next.headers.get('content-type')).toBe('text/plain');
  });

  test('credentials are not sent to another origin', () => {
    const next = nextHop(hop('GET'), 302, OTHER);
    expect([...next.headers.keys()]).toEqual(['content-language', 'content-type', 'x-own']);
  });

  test('the headers of the previous hop are not modified', () => {
    const before = hop('POST');
    nextHop(before, 302, OTHER);
    expect(before.headers.get('authorization')).toBe('Basic YTpi');
  });
});
