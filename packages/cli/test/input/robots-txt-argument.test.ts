import { gzipSync } from 'node:zlib';
import { InputError } from '@repkit/bulk';
import { describe, expect, test } from 'vitest';
import { siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { checkUncompressed } from '../../src/input/rewrite.js';
import { readRobotsTxtArguments } from '../../src/input/robots-txt-argument.js';
import { FETCH_OPTIONS } from '../../src/options/fetch-options.js';
import { parseArguments } from '../../src/options/parser.js';
import { INTERPRETATION_OPTIONS } from '../../src/options/shared-options.js';
import { fakeIo } from '../support/fake-io.js';
import { body, mistake, read } from '../support/read-argument.js';

describe('files and standard input', () => {
  test('files are read in the given order and dialect', async () => {
    const io = fakeIo({ files: { 'robots.txt': body, './a:b': '' }, stdin: '# empty' });
    const rest = { dialect: 'google' };
    expect(await read(['--dialect', 'google', 'robots.txt', '-', './a:b'], io)).toEqual([
      { name: 'robots.txt', kind: 'file', text: body, allowed: false, ...rest },
      { name: '-', kind: 'stdin', text: '# empty', allowed: true, ...rest },
      { name: './a:b', kind: 'file', text: '', allowed: true, ...rest },
    ]);
  });

  test('a Windows drive is not a revision', async () => {
    const io = fakeIo({ files: { 'C:\\robots.txt': body, 'c:/robots.txt': body } });
    const read2 = await read(['C:\\robots.txt', 'c:/robots.txt'], io);
    expect(read2.map(({ kind }) => kind)).toEqual(['file', 'file']);
  });

  test('the body includes text beyond the parsing limit, which is not parsed', async () => {
    const long = `${'#'.repeat(600_000)}\n${body}`;
    const [one] = await read(['a'], fakeIo({ files: { a: long } }));
    expect(one).toMatchObject({ text: long, allowed: true });
  });

  test('endless input is rejected', async () => {
    let given = 0;
    function* endless(): Generator<Uint8Array> {
      for (const piece = new Uint8Array(1_048_576); ; given++) yield piece;
    }
    const io = { ...fakeIo(), stdin: endless };
    expect(await mistake(['-'], io)).toBe('Cannot read standard input: it exceeds 64 MiB. Check that it is a robots.txt.');
    expect(given).toBe(64);
  });

  test.each([
    [['nothing'], '"nothing" cannot be read: no such file or folder; check the path.'],
    [['-', '-'], 'Standard input can be read only once. Name a file for the other input.'],
    [['robots.txt', '--refresh'], '--refresh has no effect without a site.'],
  ])('%j is rejected with a correction', async (words, message) => {
    expect(await mistake(words)).toBe(message);
  });
});

describe('compressed sources', () => {
  test('endless compressed input is rejected', async () => {
    const member = gzipSync(new Uint8Array(1_048_576));
    function* endless(): Generator<Uint8Array> {
      for (;;) yield member;
    }
    expect(await mistake(['-'], { ...fakeIo(), stdin: endless })).toBe(
      'Cannot read standard input: it exceeds 64 MiB. Check that it is a robots.txt.',
    );
  });

  test('a compressed file is not overwritten', async () => {
    const args = parseArguments([], { ...INTERPRETATION_OPTIONS, ...FETCH_OPTIONS });
    const io = fakeIo({ files: { plain: body, packed: gzipSync(body) }, stdin: gzipSync(body) });
    const [plain, packed, stdin] = await readRobotsTxtArguments(['plain', 'packed', '-'], args, io);
    expect(() => checkUncompressed('write', [plain, stdin])).not.toThrow();
    expect(() => checkUncompressed('write', [plain, packed])).toThrow(
      new InputError('--write cannot write to "packed": it is compressed. Decompress it first.'),
    );
  });
});

describe('sites', () => {
  const options = ['--allow', '127.0.0.1', '--store', 'none'];

  test('an origin and its robots.txt URL are fetched once', async () => {
    const { origin, log } = await siteWith(200, body);
    const words = [...options, '--policy', 'google', origin, `${origin}/robots.txt`];
    const found = await read(words, fakeIo());
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ['site', body],
      ['site', body],
    ]);
    expect(found.map(({ dialect }) => dialect)).toEqual(['google', 'google']);
    expect(log).toEqual(['/robots.txt']);
  });

  test('RFC 9309 2.3.1.3: a site without a robots.txt is rejected', async () => {
    const { origin } = await siteWith(404);
    expect(await mistake([...options, origin])).toBe(
      `"${origin}" has no robots.txt (status 404). Check the URL, or name an empty file, which is equivalent.`,
    );
  });

  test('RFC 9309 2.3.1.4: an unreachable site is rejected', async () => {
    const origin = await unusedOrigin();
    expect(await mistake([...options, origin])).toMatch(
      /^The robots\.txt of "http:.*" cannot be fetched \(.*\)\. Try again later, or name a file\.$/,
    );
  });

  test('a private address requires --allow', async () => {
    const { origin, log } = await siteWith(200, body);
    expect(await mistake(['--store', 'none', origin])).toContain('use --allow 127.0.0.1');
    expect(log).toEqual([]);
  });

  test('a failing store yields a warning', async () => {
    const { origin } = await siteWith(200, body);
    const io = fakeIo({ files: {} });
    await read(['--allow', '127.0.0.1', origin], io);
    expect(io.written.err).toMatch(/^repkit test: Continuing without the store: /);
  });

  test.each([
    [
      'https://example.com/a?b',
      '"https://example.com/a?b" is not the robots.txt of a site. Write https://example.com/robots.txt, ' +
        'or save it to a file first.',
    ],
    [
      'file:///robots.txt',
      '"file:///robots.txt" is not an http, https or ftp URL. Write a URL such as https://example.com, or name a file.',
    ],
  ])('%s is rejected with a correction', async (name, message) => {
    expect(await mistake([name])).toBe(message);
  });
});

describe('git', () => {
  test('a name that looks like an option is not passed to git', async () => {
    const io = { ...fakeIo(), git: () => Promise.reject(new Error('git was run')) };
    expect(await mistake(['--', '--batch:x'], io)).toBe(
      '"--batch:x" is not a git revision. For a file of that name, write ./--batch:x.',
    );
  });

  test.each([
    ['ENOENT', '"a:b" requires git, which is not on the PATH. Install git, or name a file.'],
    ['EPERM', 'Git cannot be run for "a:b": it failed. Name a file instead.'],
    ['ERR_CHILD_PROCESS_STDIO_MAXBUFFER', 'Cannot read "a:b": it exceeds 64 MiB. Check that it is a robots.txt.'],
  ])('%s', async (code, message) => {
    const git = () => Promise.reject(Object.assign(new Error('it failed'), { code }));
    expect(await mistake(['a:b'], { ...fakeIo(), git })).toBe(message);
  });
});
