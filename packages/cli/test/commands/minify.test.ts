import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';
import { LONG, repkitMinify, SHORT, saved } from '../support/minify-run.js';

const UNCHANGED = 'repkit minify: Left short unchanged: found no smaller equivalent file.\n';

test('the minified file goes to standard output, the bytes saved to standard error', async () => {
  const { files, ...result } = await repkitMinify('long');
  expect(result).toEqual({ code: 0, out: SHORT, err: saved('long') });
  expect(files.get('long')).toBe(LONG);
});

test('--write replaces the file', async () => {
  const { files, ...result } = await repkitMinify('--write long');
  expect(result).toEqual({ code: 0, out: '', err: saved('long') });
  expect(new TextDecoder().decode(files.get('long') as Uint8Array)).toBe(SHORT);
});

test('a minimal file is unchanged', async () => {
  for (const argv of ['short', '--write short']) {
    const { code, out, err, files } = await repkitMinify(argv);
    expect({ code, err }).toEqual({ code: 0, err: UNCHANGED });
    expect(out).toBe(argv === 'short' ? SHORT : '');
    expect(files.get('short')).toBe(SHORT);
  }
});

test('an unproved result is not written', async () => {
  const { code, out, err, files } = await repkitMinify('--write --budget 0 long');
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toBe(
    'repkit minify: Left long unchanged: found no smaller equivalent file within the budget. Use --budget to raise it.\n',
  );
  expect(files.get('long')).toBe(LONG);
});

test('unchanged files are printed byte for byte', async () => {
  const latin1 = Uint8Array.from([...Buffer.from('User-agent: *\nDisallow: /b'), 0xfc, 0x0a]);
  const io = fakeIo({ files: { latin1 } });
  const written: (string | Uint8Array)[] = [];
  const stdout = {
    isTerminal: false,
    write: (text: string | Uint8Array) => written.push(text),
  };
  expect(await run(['minify', 'latin1'], { ...io, stdout })).toBe(0);
  expect(written.map((bytes) => Buffer.from(bytes))).toEqual([Buffer.from(latin1)]);
});

test('text of the file is escaped on a terminal', async () => {
  const body = 'User-agent: *\nDisallow: /\x1b[2J\nDisallow: /\x1b[2J/a\n';
  const { out } = await repkitMinify('a', { isTerminal: true, files: { a: body } });
  expect(out).toBe('User-agent: *\nDisallow: /\\x1b[2J\n');
  const kept = await repkitMinify('a', {
    isTerminal: true,
    files: { a: out.replace('\\x1b', '\x1b') },
  });
  expect(kept.out).toBe('User-agent: *\nDisallow: /\\x1b[2J\n');
});

test.each([
  ['--write', 'Missing argument. Write "repkit minify ROBOTS.TXT".'],
  ['long short', 'Unexpected argument "short". Write "repkit minify ROBOTS.TXT".'],
  ['--write -', '--write requires a file; "-" is not a file.'],
])('%s is rejected with a correction', async (argv, message) => {
  const { code, out, err } = await repkitMinify(argv);
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: `repkit minify: ${message}\n` });
});

test.each([
  ['rfc9309', `${LONG}${'#'.repeat(600_000)}\nDisallow: /c\n`],
  ['google', `${LONG}Disallow: /${'c'.repeat(20_000)}\n`],
])('RFC 9309 2.5: a file that exceeds the limits of %s is rejected', async (dialect, long) => {
  const argv = `--write --dialect ${dialect} long`;
  const { code, out, err, files } = await repkitMinify(argv, { files: { long } });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/ text beyond the limit on line \d+ would be lost\. Shorten /);
  expect(files.get('long')).toBe(long);
});

test('a file that cannot be written', async () => {
  const io = fakeIo({ files: { long: LONG } });
  const replaceFile = () => {
    throw Object.assign(new Error('no'), { code: 'EACCES' });
  };
  expect(await run(['minify', '--write', 'long'], { ...io, replaceFile })).toBe(2);
  expect(io.written.err).toBe(
    'repkit minify: "long" cannot be written: permission denied; check its mode and owner.\n',
  );
});

test('a compressed file is not overwritten', async () => {
  const packed = gzipSync('user-agent: *\nDissallow: /a\nDisallow: /a\n');
  const io = fakeIo({ files: { packed } });
  expect(await run(['minify', '--write', 'packed'], io)).toBe(2);
  expect(io.written.err).toBe(
    'repkit minify: --write cannot write to "packed": it is compressed. Decompress it first.\n',
  );
  expect(io.files.get('packed')).toBe(packed);
});

test('RFC 9309 2.3: byte-order marks are removed', async () => {
  const text = '\uFEFFUser-agent:*\nDisallow:/a*b';
  const utf16 = new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer);
  expect((await repkitMinify('a', { files: { a: text } })).out).toBe(text.slice(1));
  const world = { files: { a: utf16 } };
  expect((await repkitMinify('--dialect rfc9309 a', world)).out).toBe(text.slice(1));
  // Google's parser reads no rules in UTF-16, but would in UTF-8.
  expect((await repkitMinify('a', world)).err).toContain('Left a unchanged');
});

test.each([
  ['<!doctype html>\nUser-agent: *\nDisallow: /\n', 'is an HTML page'],
  ['{\n  "User-agent": "*",\n  "Disallow": "/"\n}\n', 'is JSON'],
  ['{"Disallow":"/"}', 'is JSON'],
  [Uint8Array.from({ length: 2048 }, (_, at) => (at * 7) % 256), 'is a binary file'],
])('what is not a robots.txt is not rewritten: %j', async (page, why) => {
  for (const argv of [['page'], ['--write', 'page']]) {
    const io = fakeIo({ files: { page } });
    expect(await run(['minify', ...argv], io)).toBe(2);
    expect(io.written.out).toBe('');
    expect(io.written.err).toBe(
      `repkit minify: "page" ${why} and was not rewritten. Check that it is a robots.txt.\n`,
    );
    expect(io.files.get('page')).toBe(page);
  }
});

test('a file with only unknown fields is a robots.txt', async () => {
  const io = fakeIo({ files: { new: 'New-field:  a\n' } });
  expect(await run(['minify', 'new'], io)).toBe(0);
});

test.each([
  ['/wiki/Special:', '/wiki/Special%3A'],
  ['/a b', '/a%20b'],
  ['/{}', '/%7B%7D'],
])('%s and %s are redundant only where no known crawler tells them apart', async (one, other) => {
  const body = `User-agent: *\nDisallow: ${one}\nDisallow: ${other}\n`;
  const io = fakeIo({ files: { both: body } });
  expect(await run(['minify', 'both'], io)).toBe(0);
  expect(io.written.out).toBe(body);
  const inOne = fakeIo({ files: { both: body } });
  expect(await run(['minify', '--dialect', 'rfc9309', 'both'], inOne)).toBe(0);
  expect(inOne.written.out.length).toBeLessThan(body.length);
  expect(inOne.written.err).toContain('proved equivalent under rfc9309.\n');
});
