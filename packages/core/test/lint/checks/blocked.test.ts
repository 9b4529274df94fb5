import { describe, expect, test } from 'vitest';
import { parseRobotsTxt } from '../../../src/index.js';
import { foundBy, linesOf } from '../../support/lint.js';

const HEAD = 'User-agent: *\n';
const assets = (rules: string) => foundBy('assets-blocked', HEAD + rules);

describe('everything is blocked', () => {
  test.each(['Disallow: /', 'Disallow: *', 'Disallow: /*', 'Allow: /robots.txt$\nDisallow: /'])(
    'RFC 9309 2.2.2: by %j',
    (rules) => expect(foundBy('everything-blocked', HEAD + rules)).toHaveLength(1),
  );

  test.each(['Disallow: /?', 'Disallow: /$', 'Disallow: /*/', 'Disallow:'])('RFC 9309 2.2.2: not by %j', (rules) =>
    expect(foundBy('everything-blocked', HEAD + rules)).toEqual([]),
  );

  test('by several rules together; proved', () => {
    const body = `${HEAD}Allow: /*\nDisallow: /$\nDisallow: /*/\nDisallow: /**`;
    expect(linesOf(foundBy('everything-blocked', body))).toEqual([5]);
  });
});

describe('the file of a test system', () => {
  const hint = (body: string) => / Line (\d+) suggests/.exec(foundBy('everything-blocked', body)[0].message)?.[1];

  test.each([
    '# Staging: keep crawlers out',
    'Crawl-delay: 5 # DEV SITE',
    '# development',
    '#### not yet live ####',
    'Sitemap: https://staging.example.com/sitemap.xml',
  ])('is recognized by %j', (line) => {
    expect(hint(`${HEAD}\r\n${line}\rDisallow: /\n`)).toBe('3');
  });

  test.each(['# Developed by test people', 'Disallow: /staging', '# test your file', '# developments'])(
    'is not recognized by %j',
    (line) => expect(hint(`${HEAD}${line}\nDisallow: /\n`)).toBeUndefined(),
  );

  test('is not suggested if Googlebot is allowed', () => {
    expect(hint(`# staging\n${HEAD}Disallow: /\nUser-agent: Googlebot\nDisallow:`)).toBeUndefined();
  });
});

describe('style sheets and scripts are blocked', () => {
  test.each([
    ['Disallow: /assets/', '/assets/main.css'],
    ['Disallow: /*.css$', '/main.css'],
    ['Disallow: *.js', '/main.js'],
    ['Disallow: /js', '/js/main.js'],
    ['Disallow: /wp-includes/*', '/wp-includes/main.css'],
    ['Disallow: /site.css', '/site.css'],
    ['Disallow: /sw.js', undefined],
    ['Disallow: /a/*.js?', '/a/main.js?'],
    ['Disallow: /*.json', undefined],
    ['Disallow: /jsp/', undefined],
    ['Disallow: /assets/private.pdf', undefined],
  ])('extension: %s blocks %s', (rules, witness) => {
    expect(assets(rules).map((found) => found.witness)).toEqual(witness === undefined ? [] : [witness]);
  });

  test('a search finds a blocked asset if common names are allowed', () => {
    const rules = 'Disallow: /assets/\nAllow: /assets/main.\n';
    const [{ witness = '' }] = assets(rules);
    expect(witness).toMatch(/^\/assets\/.*\.(css|js)$/);
    expect(parseRobotsTxt(HEAD + rules).isAllowed(witness, 'a')).toBe(false);
  });

  test('precedence: in file order, an allow rule that comes later does not allow them', () => {
    const [{ message }] = foundBy('assets-blocked', `${HEAD}Disallow: /assets/\nAllow: /assets/main\n`, 'koster1996');
    expect(message).toContain('Line 3 ("Allow: /assets/main") comes later, so it does not allow them: move it above this rule.');
  });

  test('crawlers that may not fetch pages need no assets', () => {
    expect(assets('Disallow: /')).toEqual([]);
    expect(foundBy('assets-blocked', 'User-agent: a\nDisallow: /\nDisallow: /js/\n')).toEqual([]);
  });

  test('crawlers that are not search engines need no assets', () => {
    const rules = 'Disallow: /static/\n';
    expect(foundBy('assets-blocked', `User-agent: facebookexternalhit\n${rules}`)).toEqual([]);
    expect(foundBy('assets-blocked', `User-agent: GoogleBot\n${rules}`)).toHaveLength(1);
  });

  test('assets passed by the caller are checked as they are', () => {
    const body = `${HEAD}Disallow: /static-7/\nDisallow: /x\n`;
    const found = foundBy('assets-blocked', body, 'rfc9309', {
      assets: ['https://h/static-7/a.css', new URL('https://h/open.js'), '/static-7/b.css'],
    });
    expect(found.map(({ witness, span }) => [witness, span.line])).toEqual([['/static-7/a.css', 2]]);
  });
});
