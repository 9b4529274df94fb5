/** Findings that would harm if a site owner followed them, and mistakes that lint must not miss. */
import { describe, expect, test } from 'vitest';
import { type DialectName, dialects, parseRobotsTxt } from '../../../src/index.js';
import { applyFixes } from '../../../src/lint/fixes.js';
import { lint } from '../../../src/lint/lint.js';
import { foundBy } from '../../support/lint.js';

const HEAD = 'User-agent: *\n';
const codesOf = (body: string, dialect: DialectName = 'rfc9309') =>
  lint(parseRobotsTxt(body, { dialect })).map(({ code }) => code);

describe("a rule is called redundant only if it is under RFC 9309 and in Google's parser", () => {
  test.each([
    'Disallow: /wiki/Special:\nDisallow: /wiki/Special%3A\n',
    'Disallow: /a b\nDisallow: /a%20b\n',
    'Disallow: /{}\nDisallow: /%7B%7D\n',
  ])('%j', (rules) => {
    for (const dialect of ['rfc9309', 'google'] as const) {
      const codes = codesOf(HEAD + rules, dialect);
      expect(codes).not.toContain('rule-never-wins');
      expect(codes).not.toContain('rule-changes-nothing');
    }
    expect(codesOf(`${HEAD}Disallow: /x\nDisallow: /x/y\n`)).toContain('rule-changes-nothing');
  });
});

test('lines whose values differ are neither removed nor called duplicates', () => {
  const body = 'User-agent: GPTBot web\nUser-agent: GPTBot/1\nDisallow: /x\n';
  const found = lint(parseRobotsTxt(body));
  expect(found.map(({ code }) => code)).toEqual(['product-token-cut', 'product-token-cut']);
  expect(applyFixes(body, found)).toBe(body);
  const groups = 'User-agent: Sogou web spider\nDisallow: /x\n\nUser-agent: Sogou inst spider\nDisallow: /x\n';
  expect(codesOf(groups)).not.toContain('duplicate-group');
});

test.each([
  ['DisallowAITraining: /', 'reads "Disallow: /"; other crawlers ignore this line. Rename'],
  ['Allowed: /x', 'reads "Allow: /x"; other crawlers ignore this line. Did you mean "Allow"?'],
  ['Index: /x', 'Crawlers ignore this line. Use a robots meta element'],
  ['Follow: /x', 'Crawlers ignore this line. Use a robots meta element'],
])('the message about %s says what each crawler does', (line, text) => {
  const [found] = foundBy('unknown-field', `${HEAD}Allow: /\n${line}\n`);
  expect(found.message).toContain(text);
});

test.each([
  ['DisallowL /js/ # x', 'reads "Disallow: /js/"; other crawlers ignore this line. Rename'],
  ['DisallowL /js/', 'reads "Disallow: /js/"; other crawlers ignore this line. Rename'],
  ['DisallowL /js/ \r', 'reads "Disallow: /js/"; other crawlers ignore this line. Rename'],
  ['Disallow all pages', 'is not of the form "Field: value", so crawlers ignore it.'],
  ['Note /js/', 'is not of the form "Field: value", so crawlers ignore it.'],
])('the message about the words %s says what each crawler does', (line, text) => {
  const [found] = foundBy('not-a-record', `${HEAD}Allow: /\n${line}\n`);
  expect(found.message).toContain(text);
});

test('a field without a colon is not called unknown under the draft of 1996', () => {
  const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow /x\n', { dialect: 'koster1996' });
  const found = lint(robotsTxt).find(({ code }) => code === 'not-a-record');
  expect(found?.message).toContain('is not of the form');
});

test.each([
  ['Agentmap: https://h/a.json', '"Agentmap" (draft-jimenez-dawn-ard-initial-contact-00) and'],
  ['License: https://h/l.xml', '"License" (RSL 1.0) and marks the file down. Crawlers are not'],
  ['Content-Usage: train-ai=n', '"Content-Usage" (draft-ietf-aipref-attach-05) and marks'],
  ['Schemamap: https://h/s', 'No document defines "Schemamap", so crawlers ignore this line.'],
  ['LLM-Policy: https://h/p', 'No document defines "LLM-Policy", so'],
  ['LLMs: https://h/l.txt', 'No document defines "LLMs", so'],
  ['LLMs-full-txt: https://h/l.txt', 'No document defines "LLMs-full-txt", so'],
])('%s is known, and the message names its cost once', (line, text) => {
  const found = lint(parseRobotsTxt(`${HEAD}Allow: /\n${line}\n${line}\n`));
  expect(found.map(({ code, severity }) => [code, severity])).toEqual([['marked-down-field', 'info']]);
  expect(found[0].message).toContain(text);
});

test.each([
  ['Dissalow', 'rfc9309', "Google's crawlers and the dialect rfc9309 read", '(koster1996)'],
  ['Dissalow', 'yandex', "Google's crawlers and the dialect yandex read", '(koster1996)'],
  ['Dissalow', 'google', "Google's crawlers and the dialect google read", '(koster1996)'],
  ['Desallow', 'rfc9309', 'The dialect rfc9309 reads it as "Disallow"', '(google, koster1996)'],
  ['User_agent', 'rfc9309', 'The dialect rfc9309 reads it as "User-agent"', '(google, koster1996)'],
  ['Disallows', 'google', "Google's crawlers and the dialect google read", '(rfc9309, draft-koster-rep-00,'],
] as const)('%s under %s: says who reads the field and who ignores it', (field, dialect, reading, ignoring) => {
  const body = `${HEAD}Disallow: /x\n${field}: /y\n`;
  const found = lint(parseRobotsTxt(body, { dialect })).filter(({ code }) => code === 'misspelt-field');
  expect(found).toHaveLength(1);
  expect(found[0].message).toContain(reading);
  expect(found[0].message).toContain(ignoring);
  // The claim about each dialect is what its parser does.
  for (const name of Object.keys(dialects) as DialectName[]) {
    const isRead = parseRobotsTxt(body, { dialect: name }).otherRecords.length === 0;
    const isNamed = found[0].message
      .split(';')[1]
      .split(')')[0]
      .split(/[(,\s]+/)
      .includes(name);
    expect([name, isNamed]).toEqual([name, !isRead]);
  }
});

describe('suggestions', () => {
  test.each([
    ['.pdf$', '/*.pdf$'],
    ['?color=', '/*?color='],
    ['www.e.com/admin/', '/admin/'],
    ['\\admin\\', '/admin/'],
    ['"/search"', '/search'],
    ['`/search`', '/search'],
    ['\u201c/search\u201d', '/search'],
    ['^/admin/.*$', '/admin/'],
    ['\\/admin\\/', '/admin/'],
    ['./admin/', '/admin/'],
    [': /admin/', '/admin/'],
    [':/admin/', '/admin/'],
    [': "/admin/"', '/admin/'],
    ['\u00a0/admin/', '/admin/'],
    ['^/a.*\\.php$', '/a*.php$'],
    ['\\.php$', '/*.php$'],
    ['.*\\.pdf$', '/*.pdf$'],
    ['.+\\.pdf$', '/*.pdf$'],
    ['^/a.+', '/a'],
    ['.*/admin/', '/*/admin/'],
    ['fish', '/fish'],
    ['nonesuch/', '/nonesuch/'],
  ])('for the path %s: %s', (path, meant) => {
    const [found] = foundBy('unusable-path', `${HEAD}Disallow: ${path}\n`);
    expect(found.message).toContain(`Did you mean "${meant}"?`);
  });

  test.each([
    ...['none', 'None', '"none"', 'nothing', 'no', 'yes', 'false', 'n/a', '-', '--', 'all'],
    ...['""', '"/"', "'*'", '^/.*$', 'www.e.com/', './', '$', '\\', ': /', ':', ': none'],
    ...['.*/', '.*/.*', '.*/$', '.*.*', '.+', '^.+', '.+$', '^/.+/'],
  ])('for the path %s: none, because it would cover URLs that nobody meant', (path) => {
    for (const field of ['Allow', 'Disallow']) {
      const [found] = foundBy('unusable-path', `${HEAD}${field}: ${path}\n`);
      expect(found.fix).toBeUndefined();
      expect(found.message).toMatch(
        /matches nothing\. Write a path that starts with "\/", or leave the value empty to match nothing\.$/,
      );
    }
  });

  test.each([
    ['Google Extended', 'Google-Extended'],
    ['Applebot Extended', 'Applebot-Extended'],
    ['Yahoo! Slurp', 'Slurp'],
  ])('for the name %s: %s', (name, meant) => {
    const found = lint(parseRobotsTxt(`User-agent: ${name}\nDisallow: /x\n`));
    expect(found.map(({ code }) => code)).toEqual(['product-token-cut']);
    expect(found[0].message).toContain(`Did you mean "${meant}"?`);
  });

  test('for JSON: one finding', () => {
    expect(codesOf('{\n  "user-agent": "*",\n  "disallow": "/"\n}\n')).toEqual(['json']);
  });
});

describe('a closed site is judged by the effect of the rules', () => {
  const severity = (body: string) => foundBy('everything-blocked', body).map((one) => one.severity);

  test.each([
    ['Disallow: /\nAllow: /ads.txt\n', ['warning']],
    ['Disallow: /\nAllow: /.well-known/\nAllow: /robots.txt\n', ['warning']],
    ['Disallow: /\nAllow: /public/\n', ['info']],
    ['Disallow: /\n\nUser-agent: Googlebot\nDisallow: /x\n', ['info']],
    ['Disallow: /\nAllow: /$\nAllow: /about\n', ['info']],
    ['Disallow: /\nAllow: /$\n', ['info']],
  ])('%j', (rules, expected) => expect(severity(HEAD + rules)).toEqual(expected));

  test('one allow rule does not hide a blocked search engine', () => {
    const body = 'User-agent: Googlebot\nDisallow: /\nAllow: /ads.txt\n';
    expect(codesOf(body)).toContain('search-blocked');
  });

  test('the home page alone', () => {
    expect(codesOf(`${HEAD}Disallow: /$\n`)).toEqual(['home-page-blocked']);
    expect(codesOf('User-agent: a\nDisallow: /$\n')).toEqual([]);
  });
});
