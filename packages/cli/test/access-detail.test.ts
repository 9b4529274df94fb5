import { RobotsClient } from '@repkit/client';
import { describe, expect, test } from 'vitest';
import { visited } from '../../../test/support/sites.js';
import { accessDetail, statusText } from '../src/input/check-result.js';

const ORIGIN = 'https://example.com';
const ROBOTS_TXT = `${ORIGIN}/robots.txt`;

describe('accessDetail', () => {
  test.each([
    [{ status: 404 }, 'status 404'],
    [{ status: 204 }, 'status 204'],
    [{ status: 503 }, 'status 503'],
    [{}, 'the connection was refused'],
  ])('%j', async (answer, detail) => {
    const { provenance } = await visited(ORIGIN, answer);
    expect(accessDetail(provenance)).toBe(detail);
  });

  test('Koster 1996 3.1: a restricted site', async () => {
    const { provenance } = await visited(ORIGIN, { status: 403 }, { policy: 'koster1996' });
    expect(accessDetail(provenance)).toBe('status 403');
  });

  test.each(['rfc9309', 'koster1996'] as const)('RFC 9309 2.3.1.2: endless redirects, in %s', async (policy) => {
    const hops = Array.from({ length: 6 }, (_, index) => ({
      url: `${ORIGIN}/${index}`,
      status: 302,
      location: `${ORIGIN}/${index + 1}`,
    }));
    const detail = async (kind: 'too-many-redirects' | 'redirect-loop') => {
      const client = new RobotsClient({
        userAgent: 'repkit/1.0',
        policy,
        transport: {
          fetch: async () => ({ kind, url: `${ORIGIN}/5`, hops }),
          close: async () => {},
        },
      });
      return accessDetail((await client.robotsTxt(ORIGIN)).provenance);
    };
    expect(await detail('too-many-redirects')).toBe('more than 5 redirects');
    // The clause of an unreachable site comes from the client.
    expect(await detail('redirect-loop')).toMatch(/loop|circle/);
  });

  test.each([
    ['http://127.0.0.1:8080', '127.0.0.1'],
    ['http://[::1]', '::1'],
  ])('a private address: how to allow %s', async (origin, host) => {
    const client = new RobotsClient({ userAgent: 'repkit/1.0', guard: true, proxy: 'none' });
    const { provenance } = await client.robotsTxt(origin);
    await client.close();
    expect(accessDetail(provenance)).toMatch(new RegExp(`not public; use --allow ${host} to permit it$`));
  });
});

test('statusText', () => {
  expect(statusText({ status: 200, url: ROBOTS_TXT })).toBe('status 200');
  expect(statusText({ status: 226, url: 'ftp://example.com/robots.txt' })).toBe('FTP reply 226');
  expect(statusText({ status: undefined, url: ROBOTS_TXT })).toBe('no response');
});
