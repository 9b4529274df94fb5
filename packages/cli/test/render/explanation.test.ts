import { MemoryStore } from '@repkit/client';
import { expect, test } from 'vitest';
import { painter } from '../../src/program/terminal.js';
import { explanation } from '../../src/render/explanation.js';
import { ask, fromFile, fromSite } from '../support/check-results.js';

const plain = painter(false);

const body = `User-agent: FooBot
User-agent: BarBot
Disallow: /shop
Allow: /shop/*.html
Allow: /

User-agent: foobot # again
Disallow: /shop/*.html
`;

test('the group, and every matching rule with the reason why it won or lost', async () => {
  const result = ask(fromFile(body), '/shop/a.html#top', 'FooBot');
  expect(explanation(result, plain)).toBe(`  source:     robots.txt
  dialect:    rfc9309
  target:     /shop/a.html
  group:      FooBot
    1 | User-agent: FooBot
    7 | User-agent: foobot # again
  reason:     the longest matching rule wins; allow wins a tie
    4 | Allow: /shop/*.html
      |        ^^^^^^^^^^^^ wins: 12 bytes
    8 | Disallow: /shop/*.html
      |           ^^^^^^^^^^^^ loses: 12 bytes, tie with line 4, which allow wins
    3 | Disallow: /shop
      |           ^^^^^ loses: 5 bytes, line 4 has 12
    5 | Allow: /
      |        ^ loses: 1 byte, line 4 has 12`);
});

test('1996 draft: the first matching rule wins', async () => {
  const source = fromFile('User-agent: *\nAllow: /a\nDisallow: /\n', { dialect: 'koster1996' });
  const text = explanation(ask(source, '/a', 'FooBot'), plain);
  expect(text).toContain('group:      * (no group names FooBot)\n');
  expect(text).toContain('reason:     the first matching rule in the file wins\n');
  expect(text).toContain('loses: line 2 comes first');
});

test('the same rule twice', async () => {
  const source = fromFile('User-agent: *\nDisallow: /a\nDisallow: /a\n');
  expect(explanation(ask(source, '/a', '*'), plain)).toContain('loses: 2 bytes, line 2 comes first');
});

test('a pattern whose canonical form differs is shown in both', async () => {
  const source = fromFile('User-agent: *\nDisallow: /caf\u00e9\n');
  expect(explanation(ask(source, '/caf%c3%a9', '*'), plain)).toContain('wins: 10 bytes, compared as /caf%C3%A9');
});

test('google: an index page is treated as its folder', async () => {
  const source = fromFile('User-agent: *\nDisallow: /\nAllow: /a/index.html\n', {
    dialect: 'google',
  });
  const text = explanation(ask(source, 'https://example.com/a/', 'FooBot'), plain);
  expect(text).toContain('wins: treated as the folder of its index page\n');
  expect(text).toContain('loses: 1 byte, line 3 is more specific');
});

test.each([
  ['User-agent: *\nDisallow: /p', '/a', 'the only rule of the group does not match, so it is allowed'],
  ['User-agent: *\nDisallow: /p\nDisallow: /q', '/a', 'none of the 2 rules of the group matches, so it is allowed'],
  ['User-agent: *', '/a', 'the group has no rules, so it is allowed'],
  ['', '/a', 'no group names FooBot or *, so it is allowed'],
  ['User-agent: *\nDisallow: /', '/robots.txt', 'robots.txt itself is always allowed (RFC 9309 2.2.2)'],
])('the reason if no rule decides: %j', async (text, url, reason) => {
  const lines = explanation(ask(fromFile(text), url, 'FooBot'), plain).split('\n');
  expect(lines.at(-1)).toBe(`  reason:     ${reason}`);
});

test('the reason without a group for *', async () => {
  const result = ask(fromFile('User-agent: FooBot\nDisallow: /'), '/a', '*');
  expect(explanation(result, plain)).toContain('no group names *, so it is allowed');
});

test('google: an empty rule restricts nothing', async () => {
  const source = fromFile('User-agent: *\nDisallow:\n', { dialect: 'google' });
  const text = explanation(ask(source, 'https://example.com/a', 'FooBot'), plain);
  expect(text).toContain('only a rule with an empty path applies, which restricts nothing');
});

test.each([
  [{ status: 404 }, {}, 'without a robots.txt, everything is allowed (RFC 9309 2.3.1.3)'],
  [{ status: 503 }, {}, 'the rules are unknown, so everything is disallowed (RFC 9309 2.3.1.4)'],
  [{ status: 403 }, { policy: 'koster1996' }, 'such a status restricts the whole site (1996 draft 3.1)'],
] as const)('%j, %j', async (result, visit, reason) => {
  const source = await fromSite(result, visit);
  const text = explanation(ask(source, 'https://example.com/a', 'FooBot'), plain);
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^ {2}source: {5}https:\/\/example\.com\/robots\.txt \(status /);
  expect(lines.at(-1)).toBe(`  reason:     ${reason}`);
});

test('RFC 9309 2.3.1.4: after 30 days it counts as unavailable', async () => {
  const store = new MemoryStore();
  const day = 24 * 3_600_000;
  // Each gap between two failures counts for at most 7 days.
  for (let week = 0; week < 5; week++) await fromSite({}, { store, now: week * 7 * day });
  const source = await fromSite({}, { store, now: 31 * day });
  expect(explanation(ask(source, 'https://example.com/a', '*'), plain)).toContain(
    'reason:     that long counts as no robots.txt, so everything is allowed (RFC 9309 2.3.1.4)',
  );
});

test('RFC 9309 2.2.2: robots.txt itself while unreachable', async () => {
  const source = await fromSite({ status: 503 });
  expect(explanation(ask(source, 'https://example.com/robots.txt', '*'), plain)).toContain(
    'reason:     robots.txt itself is always allowed (RFC 9309 2.2.2)',
  );
});

test('the source precedes the verdict', async () => {
  const source = await fromSite({ status: 200, body: 'User-agent: *\nDisallow: /a' });
  expect(explanation(ask(source, 'https://example.com/a', '*'), plain)).toContain(`\
  source:     https://example.com/robots.txt (status 200), fetched just now, fresh for 24 h
  policy:     rfc9309
  dialect:    rfc9309
  target:     /a
`);
});

test('untrusted text is escaped', async () => {
  const source = fromFile('User-agent: * \x1b[2J\nDisallow: /\x07*\x9b # \u202e\n');
  expect(explanation(ask(source, '/%07\x9b\x1b', '*'), plain)).not.toMatch(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them.
    /[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/,
  );
});
