import { expect, test } from 'vitest';
import { answerTo } from '../../src/answer.js';
import { jsonDocument } from '../../src/render/json.js';
import { ask, fromFile, fromSite } from '../support/answers.js';

test('the document as docs/cli.md describes it', async () => {
  const body = 'User-agent: *\nDisallow: /\nAllow: /caf\u00e9\n';
  const answers = [
    await ask(fromFile(body), '/caf%C3%A9', 'FooBot'),
    await ask(fromFile(''), '/a', 'FooBot'),
    await ask(fromSite('unavailable', 'status 404'), 'https://example.com/a', 'FooBot'),
    await ask(fromSite('unreachable', 'status 503'), 'https://example.com/a', 'FooBot'),
  ];
  const rule = {
    kind: 'allow',
    pattern: '/caf\u00e9',
    canonicalPattern: '/caf%C3%A9',
    octets: 10,
    line: 3,
    column: 8,
    endColumn: 13,
    asFolder: false,
  };
  const other = {
    kind: 'disallow',
    pattern: '/',
    canonicalPattern: '/',
    octets: 1,
    line: 2,
    column: 11,
    endColumn: 12,
    asFolder: false,
  };
  const file = { file: 'robots.txt', detail: null, truncated: false };
  const fetched = { url: 'https://example.com/robots.txt', status: null, redirects: [] };
  const asked = { url: 'https://example.com/a', productToken: 'FooBot' };
  const nothing = { target: null, group: null, rule: null };
  expect(JSON.parse(jsonDocument(answers, 'rfc9309'))).toEqual({
    version: 1,
    dialect: 'rfc9309',
    verdicts: [
      {
        url: '/caf%C3%A9',
        productToken: 'FooBot',
        verdict: 'allowed',
        reason: 'rule',
        target: '/caf%C3%A9',
        group: { productToken: '*', userAgentLines: [1] },
        rule,
        matched: [
          { ...rule, lost: null },
          { ...other, lost: 'fewer-octets' },
        ],
        robotsTxt: file,
      },
      {
        url: '/a',
        productToken: 'FooBot',
        verdict: 'allowed',
        reason: 'no-group',
        target: '/a',
        group: null,
        rule: null,
        matched: [],
        robotsTxt: file,
      },
      {
        ...asked,
        verdict: 'allowed',
        reason: 'unavailable',
        ...nothing,
        robotsTxt: { ...fetched, detail: 'status 404', truncated: false },
      },
      {
        ...asked,
        verdict: 'unreachable',
        reason: 'unreachable',
        ...nothing,
        robotsTxt: { ...fetched, detail: 'status 503', truncated: false },
      },
    ],
  });
});

test('the rules that lost are left out where no explanation was asked for', async () => {
  const source = fromFile('User-agent: *\nDisallow: /\n');
  const answer = await answerTo({ url: '/a', productToken: '*' }, async () => source, false);
  const document = JSON.parse(jsonDocument([answer], 'rfc9309'));
  expect(document.verdicts[0]).not.toHaveProperty('matched');
});

test('one document that ends with a line end and holds no raw control', async () => {
  const source = fromFile('User-agent: *\nDisallow: /\x9b*\u202e\n');
  const text = jsonDocument([await ask(source, '/\x9b\u202e', '*')], 'rfc9309');
  expect(text.endsWith('}\n')).toBe(true);
  expect(text).not.toMatch(/[\x7f-\x9f\u202e]/);
  expect(JSON.parse(text).verdicts[0].rule.pattern).toBe('/\x9b*\u202e');
});
