import type { Provenance } from '@repkit/client';
import { MemoryStore } from '@repkit/client';
import { describe, expect, test } from 'vitest';
import type { SiteAnswer, Visit } from '../../../../test/support/sites.js';
import { painter } from '../../src/program/terminal.js';
import { columnsFor, resultLine, ruleText } from '../../src/render/text.js';
import { ask, fromFile, fromSite } from '../support/check-results.js';

const plain = painter(false);
const narrow = { outcome: 11, url: 0, crawler: 0 };

async function line(body: string, url: string, productToken: string, dialect = 'rfc9309' as const) {
  return resultLine(ask(fromFile(body, { dialect }), url, productToken), narrow, plain);
}

describe('resultLine', () => {
  test.each([
    ['User-agent: *\nDisallow: /p', '/p/a', 'disallowed   /p/a  FooBot  Disallow: /p (line 2)'],
    ['User-agent: *\nDissalow: /p', '/p/a', 'disallowed   /p/a  FooBot  Disallow: /p (line 2)'],
    ['User-agent: *\nAllow: /\nDisallow: /p', '/a', 'allowed      /a  FooBot  Allow: / (line 2)'],
    ['User-agent: *\nDisallow: /p', '/a', 'allowed      /a  FooBot  no rule matches'],
    ['User-agent: BarBot\nDisallow: /', '/a', 'allowed      /a  FooBot  no group applies'],
    ['User-agent: *\nDisallow: /', '/robots.txt', 'allowed      /robots.txt  FooBot  robots.txt itself is always allowed'],
  ])('%j, %s', async (body, url, expected) => {
    expect(await line(body, url, 'FooBot')).toBe(expected);
  });

  test('google: an empty rule is shown', async () => {
    const source = fromFile('User-agent: *\nDisallow:', { dialect: 'google' });
    const result = ask(source, 'https://example.com/a', 'FooBot');
    expect(resultLine(result, narrow, plain)).toMatch(/^allowed .*FooBot {2}Disallow: \(line 2\)$/);
  });

  const site = async (result: SiteAnswer, visit?: Visit, path = '/a') => {
    const source = await fromSite(result, visit);
    return resultLine(ask(source, `https://e.example${path}`, 'FooBot'), narrow, plain);
  };

  test.each([
    [{ status: 404 }, 'allowed      https://e.example/a  FooBot  no robots.txt (status 404)'],
    [{ status: 503 }, 'unreachable  https://e.example/a  FooBot  disallowed while robots.txt is unreachable (status 503)'],
  ])('%j', async (result, expected) => {
    expect(await site(result)).toBe(expected);
  });

  test('Koster 1996 3.1: a restricted site', async () => {
    expect(await site({ status: 403 }, { policy: 'koster1996' })).toBe(
      'disallowed   https://e.example/a  FooBot  the whole site is restricted (status 403)',
    );
  });

  test('RFC 9309 2.3.1.4: unreachable too long, so treated as unavailable', async () => {
    const store = new MemoryStore();
    const day = 24 * 3_600_000;
    for (const days of [0, 7, 14, 21, 28]) await site({}, { store, now: days * day });
    expect(await site({}, { store, now: 31 * day })).toBe(
      'allowed      https://e.example/a  FooBot  robots.txt has been unreachable for 31 days (the connection was refused)',
    );
  });

  test('Yandex: a server error allows everything at once', async () => {
    expect(await site({ status: 503 }, { policy: 'yandex' })).toBe(
      'allowed      https://e.example/a  FooBot  crawled although robots.txt is unreachable (status 503)',
    );
  });

  test('RFC 9309 2.2.2: robots.txt itself while unreachable', async () => {
    expect(await site({ status: 503 }, {}, '/robots.txt')).toMatch(/robots\.txt itself is always allowed$/);
  });

  test('a failure from an earlier run has an age', async () => {
    const result = await fromSite({ status: 503 });
    const provenance = {
      ...(result.provenance as Provenance),
      source: 'store',
      ageMs: 20_000,
    } as const;
    const text = resultLine(ask({ ...result, provenance }, 'https://e.example/a', '*'), narrow, plain);
    expect(text).toMatch(/\(status 503, 20 s ago\)$/);
  });

  test('only the outcome is colored', async () => {
    const result = ask(fromFile('User-agent: *\nDisallow: /p'), '/p', 'FooBot');
    expect(resultLine(result, narrow, painter(true))).toBe('\x1b[31mdisallowed \x1b[39m  /p  FooBot  Disallow: /p (line 2)');
  });
});

test('untrusted text is escaped', async () => {
  const shown = await line('User-agent: *\nDisallow: /\x1b[2Jp*', '/\x1b[2Jp\u202e', 'FooBot');
  expect(shown).toContain('/\\x1b[2Jp\\u{202e}');
  expect(shown).toContain('Disallow: /\\x1b[2Jp* (line 2)');
  const site = await fromSite({});
  const provenance = { ...(site.provenance as Provenance), detail: 'bad\x1b[2J' };
  const result = ask({ ...site, provenance }, 'https://example.com/a', 'FooBot');
  expect(resultLine(result, narrow, plain)).toContain('(bad\\x1b[2J)');
});

test('columns fit the longest URL and token, except very long URLs', () => {
  const columns = columnsFor(['/a', '/日本'], ['FooBot', '*']);
  expect(columns).toEqual({ outcome: 11, url: 5, crawler: 6 });
  const wide = columnsFor([`/${'a'.repeat(5000)}`], ['*']);
  expect(wide).toEqual({ outcome: 11, url: 80, crawler: 1 });
});

test('a very long rule is clipped', () => {
  const text = ruleText({ kind: 'allow', pattern: `/${'a'.repeat(100_000)}` });
  expect(text).toMatch(/^Allow: \/a+…$/);
  expect(text.length).toBeLessThan(200);
});
