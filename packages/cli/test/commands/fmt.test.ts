import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const ROUGH = 'USER-AGENT:a\ndisallow :/b #why\nDISALLOW:/a\n';
const NEAT = 'User-agent: a\nDisallow: /b #why\nDisallow: /a\n';

const files = { 'rough.txt': ROUGH, 'neat.txt': NEAT };

async function repkitFmt(argv: string, world: World = {}) {
  const io = fakeIo({ files, ...world });
  const code = await run(['fmt', ...argv.split(' ').filter((word) => word !== '')], io);
  const textOf = (name: string) => {
    const content = io.files.get(name);
    return typeof content === 'string' ? content : new TextDecoder().decode(content);
  };
  return { code, ...io.written, textOf, io };
}

test('prints formatted files and leaves the originals unchanged', async () => {
  const result = await repkitFmt('rough.txt neat.txt');
  expect(result).toMatchObject({ code: 0, out: NEAT + NEAT, err: '' });
  expect(result.textOf('rough.txt')).toBe(ROUGH);
});

test('reads standard input', async () => {
  expect(await repkitFmt('-', { stdin: ROUGH })).toMatchObject({ code: 0, out: NEAT });
});

test('--sort-rules and --crlf', async () => {
  expect(await repkitFmt('--sort-rules --crlf rough.txt')).toMatchObject({
    code: 0,
    out: 'User-agent: a\r\nDisallow: /a\r\nDisallow: /b #why\r\n',
  });
});

test('control characters are escaped on a terminal', async () => {
  const { out } = await repkitFmt('-', { stdin: '# \x1b[2J\n', isTerminal: true });
  expect(out).toBe('# \\x1b[2J\n');
});

describe('--check', () => {
  test('names the files that would change and exits with 1', async () => {
    const result = await repkitFmt('--check neat.txt rough.txt');
    expect(result).toMatchObject({ code: 1, out: 'rough.txt\n', err: '' });
    expect(result.textOf('rough.txt')).toBe(ROUGH);
  });

  test('exits with 0 if none would change', async () => {
    expect(await repkitFmt('--check neat.txt')).toMatchObject({ code: 0, out: '', err: '' });
    expect(await repkitFmt('--check -', { stdin: NEAT })).toMatchObject({ code: 0, out: '' });
  });
});

describe('--write', () => {
  test('writes and names changed files', async () => {
    const result = await repkitFmt('--write neat.txt rough.txt');
    expect(result).toMatchObject({ code: 0, out: 'rough.txt\n', err: '' });
    expect(result.textOf('rough.txt')).toBe(NEAT);
    expect(result.io.files.get('neat.txt')).toBe(NEAT);
  });

  test('an unwritable file is reported', async () => {
    const io = fakeIo({ files });
    const full = Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
    const code = await run(['fmt', '--write', 'rough.txt'], {
      ...io,
      replaceFile() {
        throw full;
      },
    });
    expect(code).toBe(2);
    expect(io.written.err).toBe('repkit fmt: "rough.txt" cannot be written: the disk is full; free some space and try again.\n');
  });
});

test.each([
  ['', 'Missing argument. Write "repkit fmt ROBOTS.TXT…".'],
  ['--check --write neat.txt', 'Option "--check" cannot be used with option "--write". See repkit fmt --help.'],
  ['--write -', '--write requires files; "-" is not a file.'],
  ['missing.txt', '"missing.txt" cannot be read: no such file or folder; check the path.'],
])('%j ends with 2', async (argv, sentence) => {
  expect(await repkitFmt(argv, { stdin: ROUGH })).toMatchObject({
    code: 2,
    out: '',
    err: `repkit fmt: ${sentence}\n`,
  });
});

test('RFC 9309 2.5: a file that exceeds the parsing limit is rejected', async () => {
  const long = `${ROUGH}#${'a'.repeat(600_000)}\n`;
  const result = await repkitFmt('--write long.txt', { files: { 'long.txt': long } });
  expect(result).toMatchObject({ code: 2, out: '' });
  expect(result.err).toMatch(/^repkit fmt: "long.txt" cannot be rewritten: .* Shorten the file first\.\n$/);
  expect(result.io.files.get('long.txt')).toBe(long);
});

test("text after a NUL, which ends the line for Google's parser, is not lost", async () => {
  const body = 'user-agent:*\ndisallow:/a\0 # why\n';
  const result = await repkitFmt('--dialect google --write a.txt', { files: { 'a.txt': body } });
  expect(result).toMatchObject({
    code: 2,
    err: 'repkit fmt: "a.txt" was left unchanged: line 2 has text after a NUL, which would be lost. Remove the NUL first.\n',
  });
  expect(result.io.files.get('a.txt')).toBe(body);
});

test.each([
  ['Latin-1', Buffer.from('user-agent:*\ndisallow:/caf\xe9\n', 'latin1'), 2],
  ['UTF-16', Buffer.from('\ufeffuser-agent:*\ndisallow:/\n', 'utf16le'), 1],
])('a file that is not UTF-8 is left unchanged: %s', async (_, body, line) => {
  for (const argv of ['a.txt', '--check a.txt', '--write neat.txt a.txt']) {
    const result = await repkitFmt(argv, { files: { ...files, 'a.txt': body } });
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.err).toBe(`repkit fmt: "a.txt" was left unchanged: line ${line} is not UTF-8. Save the file as UTF-8 first.\n`);
    expect(result.io.files.get('a.txt')).toBe(body);
  }
});

test('a compressed file is not overwritten', async () => {
  const packed = gzipSync('user-agent: *\nDissallow: /a\nDisallow: /a\n');
  const io = fakeIo({ files: { packed } });
  expect(await run(['fmt', '--write', 'packed'], io)).toBe(2);
  expect(io.written.err).toBe('repkit fmt: --write cannot write to "packed": it is compressed. Decompress it first.\n');
  expect(io.files.get('packed')).toBe(packed);
});

test.each([
  ['<!doctype html>\nUser-agent: *\nDisallow: /\n', 'is an HTML page'],
  ['{\n  "User-agent": "*",\n  "Disallow": "/"\n}\n', 'is JSON'],
  ['{"Disallow":"/"}', 'is JSON'],
  [Uint8Array.from({ length: 2048 }, (_, at) => (at * 7) % 256), 'is a binary file'],
])('a file that is not a robots.txt is not rewritten: %j', async (page, why) => {
  for (const argv of [['page'], ['--write', 'page']]) {
    const io = fakeIo({ files: { page } });
    expect(await run(['fmt', ...argv], io)).toBe(2);
    expect(io.written.out).toBe('');
    expect(io.written.err).toBe(`repkit fmt: "page" ${why} and was not rewritten. Check that it is a robots.txt.\n`);
    expect(io.files.get('page')).toBe(page);
  }
});

test('a file with only unknown fields is a robots.txt', async () => {
  const io = fakeIo({ files: { new: 'New-field:  a\n' } });
  expect(await run(['fmt', 'new'], io)).toBe(0);
});
