import { describe, expect, test } from 'vitest';
import { redirectTarget } from '../../src/transport/web-transport.js';

const BASE = new URL('https://example.com/a/robots.txt?b');

describe('redirectTarget (RFC 9110 10.2.2)', () => {
  test.each([
    // An absolute URL, and the forms of a reference (RFC 3986 4.2).
    ['http://example.org/robots.txt', 'http://example.org/robots.txt'],
    ['//example.org:8443/r', 'https://example.org:8443/r'],
    ['/r', 'https://example.com/r'],
    ['r', 'https://example.com/a/r'],
    ['../r', 'https://example.com/r'],
    ['?c', 'https://example.com/a/robots.txt?c'],
    // User information and fragment are dropped for every scheme.
    ['https://user:password@example.com/#a', 'https://example.com/'],
    ['ftp://user:password@example.com/r#a', 'ftp://example.com/r'],
    ['gopher://user:password@example.com/r', 'gopher://example.com/r'],
    ['#a', 'https://example.com/a/robots.txt?b'],
    // The host of an origin has no trailing dot, and the name in a TLS handshake must not have one (RFC 6066 3).
    ['//example.org./r', 'https://example.org/r'],
    ['http://example.org.:8080/', 'http://example.org:8080/'],
    // Parsed as in browsers (URL Standard).
    [' \t/r ', 'https://example.com/r'],
    ['HTTP://EXAMPLE.org:80', 'http://example.org/'],
    ['\\\\example.org\\r', 'https://example.org/r'],
    ['/a b', 'https://example.com/a%20b'],
    // Raw UTF-8 arrives as ISO-8859-1; other bytes are interpreted as ISO-8859-1.
    ['/\u00c3\u00a9', 'https://example.com/%C3%A9'],
    ['/\u00e9', 'https://example.com/%C3%A9'],
    ['//b\u00c3\u00bccher.example/', 'https://xn--bcher-kva.example/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
  ])('%j leads to %s', (location, expected) => {
    expect(redirectTarget(location, BASE)?.href).toBe(expected);
  });

  test.each([
    undefined,
    '',
    '  ',
    'http://',
    '//',
    'https://a b/',
    'http://example.org:99999/',
    'http://[::g]/',
    `/${'a'.repeat(8000)}`,
  ])('%j leads nowhere', (location) => {
    expect(redirectTarget(location, BASE)).toBeUndefined();
  });

  test('8,000 bytes are accepted (RFC 9110 4.1)', () => {
    expect(redirectTarget(`/${'a'.repeat(7999)}`, BASE)?.pathname).toHaveLength(8000);
  });
});
