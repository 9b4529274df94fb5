import { MemoryStore } from '@repkit/client';
import { expect, test } from 'vitest';
import { checkJson } from '../../src/render/json.js';
import { ask, fromFile, fromSite } from '../support/check-results.js';

test('the document as docs/commands/check.md describes it', async () => {
  const body = 'User-agent: *\nDisallow: /\nAllow: /caf\u00e9\n';
  const now = Date.UTC(2026, 4, 1, 12);
  const url = 'https://example.com/robots.txt';
  const hops = [{ url, status: 301, location: 'https://www.example.com/robots.txt' }];
  const results = [
    ask(fromFile(body), '/caf%C3%A9', 'FooBot'),
    ask(fromFile(''), '/a', 'FooBot'),
    ask(await fromSite({ status: 404, hops }, { now }), 'https://example.com/a', 'FooBot'),
    ask(await fromSite({}, { now }), 'https://example.com/a', 'FooBot'),
  ];
  const rule = {
    kind: 'allow',
    pattern: '/caf\u00e9',
    canonicalPattern: '/caf%C3%A9',
    bytes: 10,
    line: 3,
    column: 8,
    endColumn: 13,
    asFolder: false,
  };
  const other = {
    kind: 'disallow',
    pattern: '/',
    canonicalPattern: '/',
    bytes: 1,
    line: 2,
    column: 11,
    endColumn: 12,
    asFolder: false,
  };
  const file = { file: 'robots.txt', detail: null, truncated: false };
  const fetched = {
    url,
    policy: 'rfc9309',
    source: 'fetched',
    store: 'memory',
    storeError: null,
    fetchedAt: '2026-05-01T12:00:00.000Z',
    ageMs: 0,
    nextRequestAt: expect.stringMatching(/^2026-05-0.T..:..:..\....Z$/),
    stale: false,
    truncated: false,
  };
  const query = { url: 'https://example.com/a', productToken: 'FooBot' };
  const nothing = { target: null, group: null, rule: null };
  expect(JSON.parse(checkJson(results, 'rfc9309'))).toEqual({
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
          { ...other, lost: 'fewer-bytes' },
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
        ...query,
        verdict: 'allowed',
        reason: 'unavailable',
        ...nothing,
        robotsTxt: {
          ...fetched,
          status: 404,
          redirects: ['https://www.example.com/robots.txt'],
          hops,
          access: 'unavailable',
          reason: 'status',
          freshUntil: '2026-05-02T12:00:00.000Z',
          unreachableSince: null,
          detail: 'status 404',
        },
      },
      {
        ...query,
        verdict: 'unreachable',
        reason: 'unreachable',
        ...nothing,
        robotsTxt: {
          ...fetched,
          status: null,
          redirects: [],
          hops: [],
          access: 'unreachable',
          reason: 'connect',
          freshUntil: null,
          unreachableSince: '2026-05-01T12:00:00.000Z',
          detail: 'the connection was refused',
        },
      },
    ],
  });
});

test('losing rules are omitted without --explain', async () => {
  const source = fromFile('User-agent: *\nDisallow: /\n');
  const result = ask(source, '/a', '*', false);
  const document = JSON.parse(checkJson([result], 'rfc9309'));
  expect(document.verdicts[0]).not.toHaveProperty('matched');
});

test('the failure that prevents renewal is included with the copy', async () => {
  const store = new MemoryStore();
  await fromSite({ status: 200, body: 'User-agent: *\nDisallow: /' }, { store, now: 0 });
  const source = await fromSite({}, { store, now: 3_600_000 });
  const result = ask(source, 'https://example.com/a', '*');
  expect(JSON.parse(checkJson([result], 'rfc9309')).verdicts[0]).toMatchObject({
    verdict: 'disallowed',
    robotsTxt: {
      detail: 'the connection was refused',
      unreachableSince: '1970-01-01T01:00:00.000Z',
    },
  });
});

test('one document, with a final line break and no raw control characters', async () => {
  const source = fromFile('User-agent: *\nDisallow: /\x9b*\u202e\n');
  const text = checkJson([ask(source, '/\x9b\u202e', '*')], 'rfc9309');
  expect(text.endsWith('}\n')).toBe(true);
  expect(text).not.toMatch(/[\x7f-\x9f\u202e]/);
  expect(JSON.parse(text).verdicts[0].rule.pattern).toBe('/\x9b*\u202e');
});
