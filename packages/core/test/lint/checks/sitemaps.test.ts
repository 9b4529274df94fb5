import { expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/file/robots-txt.js';
import { lint } from '../../../src/lint/lint.js';
import { foundBy, linesOf } from '../../support/lint.js';
import { utf16 } from '../../support/make.js';

const BLOCKED = 'User-agent: *\nDisallow: /x\n';

test.each([
  [`User-agent: Googlebot\nDisallow: /y\n\n${BLOCKED}`, 'other crawlers'],
  [`${BLOCKED}\nUser-agent: Googlebot\nDisallow: /x/\n`, 'Googlebot and other crawlers'],
  ['User-agent: Googlebot\nDisallow: /x/\n', 'Googlebot'],
  ['User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x/\n', 'Googlebot'],
])('RFC 9309 2.2.2: %j blocks a sitemap for %s', (groups, who) => {
  const [found, ...more] = foundBy('sitemap-blocked', `${groups}Sitemap: https://h/x/s.xml\n`);
  expect(found.message).toContain(`blocks this sitemap, so ${who} cannot read it.`);
  expect(more).toEqual([]);
});

test('with the URL of the file, only sitemaps of its host are blocked by it', () => {
  const body = `${BLOCKED}Sitemap: https://www.h/x/s\nSitemap: https://i/x/s\nSitemap: http://h:80/x/s\n`;
  expect(foundBy('sitemap-blocked', body)).toEqual([]);
  const lines = (url: string | URL) => linesOf(foundBy('sitemap-blocked', body, 'rfc9309', { url }));
  expect(lines('https://h/robots.txt')).toEqual([3]);
  expect(lines(new URL('http://WWW.I'))).toEqual([4]);
  expect(lines('https://j')).toEqual([]);
  expect(lines('a file')).toEqual([]);
  expect(foundBy('sitemap-blocked', utf16(`${BLOCKED}Sitemap: http://h/x`, 'le'))).toHaveLength(1);
});

test.each(['', '\0', '\x01', ' \0', '\x7f', 'www.\0', '/'])('a sitemap without a host does not belong to a site: %j', (rest) => {
  const found = lint(parseRobotsTxt(`${BLOCKED}Sitemap: https://${rest}\n`));
  expect(found.map(({ code }) => code)).not.toContain('sitemap-blocked');
});

test('sitemaps.org: an http sitemap of an https site', () => {
  const lines = (url?: string) =>
    linesOf(
      foundBy('sitemap-over-http', 'Sitemap: http://h/s\nSitemap: http://i/s\n', 'rfc9309', url === undefined ? {} : { url }),
    );
  expect([lines(), lines('http://h'), lines('https://h/'), lines('https://www.i')]).toEqual([[], [], [1], [2]]);
});

test.each([
  ...['localhost', 'localhost:3000', 'web.local', 'shop.test', 'test.example.com', 'stage2.a.b'],
  ...['staging.a.b', 'www-staging.a.b', 'a.prelive.b.c', 'a.pre-prod.b.c', 'uat1.a.b', 'STG.a.b'],
])('%s is a test host, unless the file is there too', (host) => {
  const body = `Sitemap: http://www.${host}/s.xml\n`;
  expect(foundBy('sitemap-on-test-host', body)).toHaveLength(1);
  expect(foundBy('sitemap-on-test-host', body, 'rfc9309', { url: `http://${host}` })).toEqual([]);
});

test.each(['staging.com', 'test.com', 'latest.a.b', 'h/staging.a.b', 'stagecoach.a.b', 'dev.a.b'])(
  '%s is not a test host',
  (host) => expect(foundBy('sitemap-on-test-host', `Sitemap: http://${host}/s.xml\n`)).toEqual([]),
);

test('RFC 9309 2.5: many sitemaps and rules stay within the budget', () => {
  const lines = (line: (index: number) => string) => Array.from({ length: 10_000 }, (_, i) => line(i));
  const rules = lines((index) => `Disallow: /${index}\n`).join('');
  const urls = lines((index) => `Sitemap: http://h/${index}\n`).join('');
  const codes = new Set(lint(parseRobotsTxt(`User-agent: *\n${rules}${urls}`)).map(({ code }) => code));
  expect([...codes]).toEqual(['undecided', 'sitemap-blocked']);
});
