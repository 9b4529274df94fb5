import { describe, expect, test } from 'vitest';
import { type DialectName, dialects } from '../../../src/dialect/dialect.js';
import { foundBy, linesOf } from '../../support/lint.js';
import { utf16 } from '../../support/make.js';

describe('checks of groups', () => {
  test('RFC 9309 2.2.1: compares names ignoring case', () => {
    const body = 'User-agent: Foo\nUser-agent: fOO\nUser-agent: *\nUser-agent: *\nAllow: /\n';
    expect(linesOf(foundBy('duplicate-user-agent', body))).toEqual([2, 4]);
  });

  test('RFC 9309 2.2.1: a line without a token is no duplicate', () => {
    const body = 'User-agent:\nUser-agent: /\nUser-agent: *foo\nAllow: /\n';
    expect(foundBy('duplicate-user-agent', body)).toEqual([]);
  });

  test('selected groups: merged in one dialect, ignored in another', () => {
    const body = 'User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n\nUser-agent: a\nDisallow: /z\n';
    expect(linesOf(foundBy('split-group', body))).toEqual([4, 7]);
    expect(linesOf(foundBy('shadowed-group', body, 'koster1996'))).toEqual([4, 7]);
    expect(foundBy('split-group', body, 'koster1996')).toEqual([]);
  });

  test('product tokens: 1996: a byte-order mark belongs to the name', () => {
    const body = 'User-agent: a\nDisallow: /x\n\nUser-agent: \uFEFFa\nDisallow: /y\n';
    expect(foundBy('shadowed-group', body, 'koster1996')).toEqual([]);
  });

  test('groups are equal regardless of order and copies of rules', () => {
    const body = 'User-agent: a\nDisallow: /x\nAllow: /\n\nUser-agent: a\nAllow: /\nDisallow: /x\nAllow: /\n';
    expect(linesOf(foundBy('duplicate-group', body))).toEqual([5]);
  });

  test('reports a shared group at the name that already had one', () => {
    const body = 'User-agent: a\nDisallow: /x\n\nUser-agent: b\nUser-agent: a\nUser-agent: c\nDisallow: /y\n';
    expect(linesOf(foundBy('split-group', body))).toEqual([5]);
  });

  test('a group is empty only if no other group of its name has rules', () => {
    const star = 'User-agent: *\nDisallow: /x\n\n';
    const body = `${star}User-agent: a\nDisallow: /y\n\nUser-agent: a\n`;
    expect(foundBy('empty-group', body)).toEqual([]);
    expect(linesOf(foundBy('empty-group', `${star}User-agent: a\nUser-agent: b\n`))).toEqual([4]);
  });

  test('many names, groups or rules take linear time', () => {
    const names = 'User-agent: a\n'.repeat(17_000);
    const rules = Array.from({ length: 17_000 }, (_, i) => `Allow:/${i}\n`).join('');
    const [{ omitted }] = foundBy('omitted', `${names}${rules}`, 'rfc9309', { budget: 0 });
    expect(omitted).toEqual({ code: 'duplicate-user-agent', count: 11_999 });
  });
});

describe('groups in the managed block of Cloudflare', () => {
  const managed = '# begin cloudflare managed content\r\nUser-agent: *\r\nAllow: /\r\nUser-agent: GPTBot\r\nDisallow: /\r\n';
  const body = `${managed}# end Cloudflare managed content (2)\r\nuser-agent: gptbot\r\nAllow: /\r\n`;

  test('with the verdict that changes, in place of a split group', () => {
    const [found] = foundBy('managed-group', body);
    expect(found.message).toMatch(/for "gptbot" on line 4\. .* allow "\/"; .* block it\. /);
    expect(foundBy('split-group', body)).toEqual([]);
    expect(linesOf(foundBy('split-group', body.replace('# end', '# the')))).toEqual([7]);
  });

  test('compares the same crawler, even if names are equal only in Unicode', () => {
    const groups = { named: 'merged', star: 'merged' } as const;
    const dialect = { ...dialects.koster1996, groups };
    const kelvin = `${managed.replace('GPTBot', 'k')}# end Cloudflare managed content\nUser-agent: \u212A\nDisallow: /b\n\nUser-agent: b\nDisallow: /\n`;
    expect(foundBy('managed-group', kelvin, dialect)).toEqual([]);
  });

  test('as usual if only the first group applies, or if it is repeated', () => {
    expect(linesOf(foundBy('shadowed-group', body, 'koster1996'))).toEqual([7]);
    expect(linesOf(foundBy('duplicate-group', `${body}\n${managed}`))).toEqual([11, 13]);
    expect(linesOf(foundBy('duplicate-group', `${managed}# END Cloudflare Managed Content\n${managed}`))).toEqual([8, 10]);
  });
});

describe('merged groups', () => {
  const merged = (body: string | Uint8Array, dialect?: DialectName) =>
    foundBy('merged-groups', body, dialect).map(({ severity, span, witness, message }) => [
      severity,
      span.line,
      witness,
      /at (?:the blank )?line \d+/.exec(message)?.[0],
    ]);

  test('RFC 9309 2.2.1: a blocked home page is a warning', () => {
    const body = 'User-agent: a\n\n# b\nUser-agent: b\nDisallow: /\n';
    expect(merged(body)).toEqual([['warning', 1, '/', 'at the blank line 2']]);
    expect(merged(body, 'koster1996')).toEqual([]);
  });

  test('names the first other record, and reports one gap per group', () => {
    const sitemap = 'User-agent: a\n\n \tfrob: x\nSitemap: http://h/\nUser-agent: b\n\n';
    const body = `${sitemap}User-agent: c\nAllow: /\nDisallow: /x\nUser-agent: d\n\nUser-agent: e\nDisallow: /y`;
    expect(merged(body)).toEqual([
      ['info', 1, '/x', 'at line 3'],
      ['info', 10, '/y', 'at the blank line 11'],
    ]);
    expect(foundBy('merged-groups', body)[0].message).toContain('line 3 ("frob: x")');
  });

  test('only if a verdict differs', () => {
    expect(merged('User-agent: a\nFoo: x\nUser-agent: b\nDisallow: /x\nAllow: /\nAllow: /x*')).toEqual([]);
    const named = 'User-agent: a\nDisallow: /x\n\n';
    expect(merged(`${named}User-agent: a\n\nUser-agent: b\nDisallow: /x\n`)).toEqual([]);
  });

  test('byte-order mark: not in UTF-16', () => {
    const body = 'User-agent: a\n\nUser-agent: b\nDisallow: /\n';
    expect(merged(utf16(body, 'le'))).toEqual([]);
  });
});

test('a duplicate is removed only for its own crawler', () => {
  const messages = (body: string) => foundBy('duplicate-group', body).map(({ message }) => message);
  const first = 'User-agent: a\nDisallow: /x\n\n';
  expect(messages(`${first}User-agent: b\nUser-agent: a\nDisallow: /x\n`)[0]).toMatch(/Remove this line\.$/);
  expect(messages(`${first}${first}`)[0]).toMatch(/Remove the duplicate\.$/);
  // Other dialects compare these paths differently.
  expect(messages(`${first.replace('x', 'x%3A')}${first.replace('x', 'x:')}`)).toEqual([]);
});
