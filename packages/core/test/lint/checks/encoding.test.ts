import { describe, expect, test } from 'vitest';
import { bytes, lineCodes, lineDiagnostics, utf16 } from '../../support/make.js';

describe('checks of the bytes of a file', () => {
  test.each(['<!doctype html>', '\uFEFF\n\n <HTML lang="en">', '<head>', '<body >'])(
    'RFC 9309 2.3: %j starts an HTML page',
    (body) => expect(lineCodes(body)).toContain('html'),
  );

  test.each(['', '<p>', '<htmlx>', '# <html>', 'user-agent: <html>', 'x\n<html>'])('RFC 9309 2.3: %j does not', (body) =>
    expect(lineCodes(body)).not.toContain('html'),
  );

  test('RFC 9309 2.3: reports UTF-16 once, as an error', () => {
    const found = lineDiagnostics(utf16('user-agent: a\nuser-agent: b', 'le'));
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['not-utf-8', 'error']]);
    const [line] = lineDiagnostics(bytes('# \xFC'));
    expect(line).toMatchObject({ code: 'not-utf-8', severity: 'warning' });
  });

  /** Pseudorandom bytes with a fixed seed. */
  const noise = (length: number, seed = 1): Uint8Array => {
    let state = seed;
    return Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
  };

  test.each([100, 1_000, 100_000, 600_000])('RFC 9309 2.3: reports %i bytes of binary data once, not per line', (length) => {
    const found = lineDiagnostics(noise(length));
    expect(found.filter(({ code }) => code !== 'over-parsing-limit')).toMatchObject([{ code: 'binary', severity: 'error' }]);
    expect(found.length).toBe(length > 512_000 ? 2 : 1);
    expect(lineCodes(noise(length), 'google')).toContain('binary');
  });

  test.each([
    [2049, '', 'The file has more than 2048 rules, and the yandex dialect reads nothing from here on. Remove rules.'],
    [2048, 'x'.repeat(512_000), 'The file exceeds the parsing limit, so nothing from here on is read. Shorten the file.'],
    [1, 'x'.repeat(512_000), 'The file exceeds the parsing limit, so nothing from here on is read. Shorten the file.'],
  ])('the limit that ends a file of %i rules', (rules, comment, message) => {
    const body = `user-agent: *\n${'disallow: /a\n'.repeat(rules)}#${comment}\n`;
    expect(lineDiagnostics(body, 'yandex').find(({ code }) => code === 'over-parsing-limit')?.message).toBe(message);
  });

  test('RFC 9309 2.3: only NULs are binary; after text they are one line of controls', () => {
    expect(lineCodes(bytes('\0'.repeat(4_096)))).toEqual(['binary']);
    const padded = `user-agent: *\ndisallow: /a\n${'\0'.repeat(4_096)}`;
    expect(lineCodes(padded)).toEqual(['control-character', 'not-a-record']);
  });

  test.each([
    '# \x1b[1mred\x1b[0m\n'.repeat(2),
    `user-agent: *\n${'# some words\n'.repeat(100)}${'\0'.repeat(20)}\n# end\n`,
    bytes('# \xFC\xE4\xF6\xDF\x81\x82\n'.repeat(100)),
  ])('RFC 9309 2.3: text with a few odd characters is text %#', (body) => expect(lineCodes(body)).not.toContain('binary'));

  test.each(['le', 'be'] as const)('RFC 9309 2.3: detects UTF-16 (%s) without a mark or with an unsupported mark', (order) => {
    const text = 'user-agent: *\ndisallow: /a # 日本\n';
    const marked = lineDiagnostics(utf16(text, order));
    const bare = lineDiagnostics(utf16(text, order, ''));
    expect(bare).toMatchObject([{ code: 'not-utf-8', severity: 'error' }]);
    expect(bare[0].message).toBe(marked[0].message);
    expect(lineCodes(utf16(text, order), 'google')).toEqual(['not-utf-8']);
  });

  test('reports a byte-order mark only at the start', () => {
    expect(lineCodes('\uFEFF# x\n# \uFEFF')).toEqual(['byte-order-mark']);
    expect(lineCodes(bytes('\xEF\xBB# x'), 'google')).toEqual(['not-utf-8']);
  });

  test('fixes a control character only if the path contains all of them', () => {
    const fixable = (body: string) => lineDiagnostics(body).map(({ fix }) => fix?.replacement);
    expect(fixable('user-agent: *\nallow: /\x01')).toEqual(['/%01', '/%01']);
    expect(fixable('user-agent: *\nallow: /\x01 # \x01')).toEqual([undefined, '/%01']);
    expect(fixable('# \x01')).toEqual([undefined]);
  });
});
