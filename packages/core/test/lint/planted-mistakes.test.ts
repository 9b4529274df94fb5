/** Mistakes that site owners make, as files, each with the code that reports it. */
import { expect, test } from 'vitest';
import { type DiagnosticCode, lint } from '../../src/analysis.js';
import { parseRobotsTxt } from '../../src/index.js';

const ALL = 'User-agent: *\n';
const rule = (path: string) => `${ALL}Disallow: ${path}\n`;
const only = (name: string, rest = 'Disallow: /') => `User-agent: ${name}\n${rest}\n`;

const MISTAKES: readonly (readonly [code: DiagnosticCode, ...files: string[]])[] = [
  ['html', '<!DOCTYPE html>\n<title>Not found</title>\n', '<html><body>Moved</body></html>\n'],
  ['json', '{\n  "user-agent": "*"\n}\n', '{"error": "not found"}\n'],
  ['byte-order-mark', `\uFEFF${rule('/x')}`],
  ['control-character', rule('/a\x01b')],
  [
    'unknown-field',
    `${ALL}Disallow: /x\nDisalllow: /y\n`,
    `${ALL}Disallow: /x\nBlock: /y\n`,
    `${ALL}Allow: /\nDisallowAITraining: /\n`,
    `${ALL}Disallow: /x\nNofollow: /y\n`,
    `${ALL}Disallow: /x\nAllowed: /x/y\n`,
  ],
  [
    'misspelt-field',
    `${ALL}Dissallow: /x\n`,
    'Useragent: *\nDisallow: /x\n',
    'User agent: *\nDisallow: /x\n',
    `${rule('/x')}Site-map: https://e.com/s.xml\n`,
  ],
  ['missing-colon', `${ALL}Disallow /x\n`],
  ['not-a-record', `${ALL}Disallow: /x\nplease do not crawl\n`, `${rule('/x')}// comment here\n`],
  ['noindex', `${rule('/x')}Noindex: /y\n`],
  ['rule-outside-group', 'Disallow: /x\n', `Sitemap: https://e.com/s.xml\nDisallow: /x\n`],
  ['unusable-product-token', only('"Googlebot"'), only('')],
  [
    'product-token-cut',
    only('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    only('Googlebot, Bingbot'),
    only('GPTBot/1.0'),
    only('Google Extended'),
    only('Yahoo! Slurp'),
    'User-agent: * Disallow: /x\n',
  ],
  [
    'misspelt-crawler',
    ...['Googelbot', 'GPT-Bot', 'ChatGPT', 'Claude', 'Bing', 'Google', 'Perplexity'].map((name) => only(name)),
  ],
  [
    'former-crawler',
    ...['anthropic-ai', 'Claude-Web', 'all', 'msnbot', 'Yahoo', 'OpenAI', 'AI', 'GoogleOther-Extended'].map((name) => only(name)),
    only('anthropic-ai', 'User-agent: GPTBot\nDisallow: /'),
  ],
  ['url-as-path', rule('https://e.com/x'), rule('http://e.com/')],
  ['unusable-path', ...['x/', 'www.e.com/x/', '.pdf$', '?color=', '\\x\\', '"/x"', '^/x/.*$'].map(rule)],
  ['regular-expression', ...['/private/.*', '/(a|b)/', '/[0-9]+/', '/x\\.html'].map(rule)],
  ['unlikely-path', ...['/.pdf$', '/.php', '//x', '//x/y/', '/?', '/?*', '/a%2520b', '/*%252F', '/*?a=*&$'].map(rule)],
  ['too-many-stars', rule('/*a*b*c*d*e*f*g*h*i%2F'), rule('/*1*2*3*4*5*6*7*8*9*%3F$')],
  ['dollar-not-last', rule('/x$/'), rule('/x$y')],
  ['star-without-slash', rule('*')],
  ['hash-in-path', rule('/x#y'), rule('/#/x')],
  ['dot-segment', rule('/../x'), rule('/x/./y')],
  ['unencoded-bytes', rule('/caf\u00e9')],
  ['invisible-character', rule('/x\u200b'), only('Google\u200bbot')],
  ['field-in-path', rule('/x Disallow: /y'), rule('/x Allow: /')],
  ['template-in-path', rule('/{{ path }}'), rule('/users/{id}')],
  ['entity-in-path', rule('/?a=1&amp;b=2')],
  ['text-after-path', rule('/x /y'), rule('/x -- private')],
  ['sitemap-not-absolute', 'Sitemap: /sitemap.xml\n'],
  ['sitemap-not-fetchable', 'Sitemap: https://e.com/a.xml https://e.com/b.xml\n'],
  [
    'sitemap-is-page',
    'Sitemap: https://e.com/sitemap.html\n',
    'Sitemap: https://e.com/\n',
    'Sitemap: https://e.com/site-map.htm?all\n',
  ],
  ['sitemap-over-http', 'Sitemap: http://e.com/a.xml\nSitemap: https://e.com/b.xml\n'],
  ['sitemap-on-test-host', `${rule('/x')}Sitemap: https://staging.e.com/s.xml\n`],
  ['sitemap-blocked', `${rule('/*.xml')}Sitemap: https://e.com/s.xml\n`],
  ['crawl-delay-not-a-number', `${rule('/x')}Crawl-delay: ten\n`],
  ['crawl-delay-too-long', `${rule('/x')}Crawl-delay: 10000\n`],
  ['crawl-delay-outside-group', `Crawl-delay: 5\n${rule('/x')}`],
  ['crawl-delay-ignored', only('Googlebot', 'Crawl-delay: 5\nDisallow: /x')],
  [
    'ignored-preference',
    `Content-Signal: search=yes\n${rule('/x')}`,
    `${rule('/x')}Content-Signal: ai-train=maybe\n`,
    `${rule('/x')}Content-Usage: train-ai=no\n`,
  ],
  ['contradicted-preference', `${rule('/')}Content-Signal: search=yes\n`, `${only('GPTBot')}Content-Usage: train-ai=y\n`],
  ['conflicting-preferences', `${rule('/x')}Content-Signal: ai-train=no\nContent-Usage: train-ai=y\n`],
  ['duplicate-user-agent', 'User-agent: a\nUser-agent: a\nDisallow: /x\n'],
  ['split-group', `${rule('/x')}\n${rule('/y')}`],
  ['duplicate-group', `${rule('/x')}\n${rule('/x')}`],
  ['merged-groups', `User-agent: Googlebot\n\n${rule('/x')}`],
  ['empty-group', `${rule('/x')}\nUser-agent: Googlebot\n`],
  ['everything-blocked', rule('/'), rule('/*'), `${rule('/')}Allow: /ads.txt\n`],
  ['home-page-blocked', rule('/$')],
  ['search-blocked', only('Googlebot'), only('bingbot'), only('Googlebot', 'Disallow: /*')],
  ['side-effect', only('Googlebot'), only('Mediapartners-Google'), only('AdsBot-Google')],
  ['operator-partly-blocked', only('GPTBot')],
  ['drops-everyones-rules', `${rule('/x')}\n${only('Googlebot', 'Disallow: /y')}`],
  ['rule-never-wins', `${rule('/x')}Disallow: /x\n`],
  ['rule-changes-nothing', `${rule('/x/')}Disallow: /x/y/\n`],
  ['allow-too-short', `${rule('/assets/')}Allow: /*.css\n`],
  ['allow-reopens-nothing', `${rule('/x')}Allow: /y\n`],
  ['decided-by-tie', `${rule('/x')}Allow: /x\n`],
  ['assets-blocked', rule('/css/'), rule('/*.js$')],
  ['crawlers-disagree', `${rule('/x$y')}Allow: /x%24y\n`],
];

const CASES = MISTAKES.flatMap(([code, ...files]) => files.map((file) => ({ code, file })));

const codesOf = (file: string) => lint(parseRobotsTxt(file)).map((found) => found.code);

test('more than a hundred mistakes are planted', () => {
  expect(CASES.length).toBeGreaterThan(123);
});

test.each(CASES)('$code: $file', ({ code, file }) => {
  expect(codesOf(file)).toContain(code);
});

test.each([
  ['former-crawler', `${only('anthropic-ai')}\n${only('ClaudeBot')}`],
  ['former-crawler', only('Yahoo! Slurp')],
  ['side-effect', `${only('Googlebot')}\n${only('Applebot', 'Disallow: /x')}`],
  ['side-effect', `${rule('/')}\n${only('Googlebot')}`],
  ['side-effect', only('Mediapartners-Google', 'Disallow: /x')],
  ['contradicted-preference', `${rule('/')}Content-Signal: ai-train=no\n`],
  ['contradicted-preference', `${rule('/x')}Content-Signal: search=yes\n`],
  ['unlikely-path', rule('/?s=') + rule('//') + rule('//*') + rule('/.well-known/x.pdf$')],
  ['unlikely-path', rule('/50%25off') + rule('/*&a=') + rule('/.env')],
  ['regular-expression', rule('/.*') + rule('/*.*') + rule('/index.*')],
  ['sitemap-is-page', 'Sitemap: https://e.com/sitemap_index.xml\nSitemap: https://e.com/feed/\n'],
] as const)('no %s: %s', (code, file) => {
  expect(codesOf(file)).not.toContain(code);
});
