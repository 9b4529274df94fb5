import { describe, expect, test } from 'vitest';
import { lineCodes, lineDiagnostics, octets, utf16 } from '../../support/make.js';

describe('checks of the octets of a file', () => {
  test.each(['<!doctype html>', '\uFEFF\n\n <HTML lang="en">', '<head>', '<body >'])(
    'RFC 9309 2.3: %j begins a page',
    (body) => expect(lineCodes(body)).toContain('html'),
  );

  test.each(['', '<p>', '<htmlx>', '# <html>', 'user-agent: <html>', 'x\n<html>'])(
    'RFC 9309 2.3: %j does not',
    (body) => expect(lineCodes(body)).not.toContain('html'),
  );

  test('RFC 9309 2.3: UTF-16 is told once, and graver than a line that is not UTF-8', () => {
    const found = lineDiagnostics(utf16('user-agent: a\nuser-agent: b', 'le'));
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['not-utf-8', 'error']]);
    const [line] = lineDiagnostics(octets('# \xFC'));
    expect(line).toMatchObject({ code: 'not-utf-8', severity: 'warning' });
  });

  test('a mark is told only where it is one, and only at the start', () => {
    expect(lineCodes('\uFEFF# x\n# \uFEFF')).toEqual(['byte-order-mark']);
    expect(lineCodes(octets('\xEF\xBB# x'), 'google')).toEqual(['not-utf-8']);
  });

  test('a control is mended only where the line holds none besides those of the path', () => {
    const fixable = (body: string) => lineDiagnostics(body).map(({ fix }) => fix?.replacement);
    expect(fixable('user-agent: *\nallow: /\x01')).toEqual(['/%01', '/%01']);
    expect(fixable('user-agent: *\nallow: /\x01 # \x01')).toEqual([undefined, '/%01']);
    expect(fixable('# \x01')).toEqual([undefined]);
  });
});
