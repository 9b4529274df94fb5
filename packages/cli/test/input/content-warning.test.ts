import { parseRobotsTxt } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { site, siteWith } from '../../../../test/support/site.js';
import { warnOfContent } from '../../src/input/read-robots.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const LONG = parseRobotsTxt(`#${'x'.repeat(512_000)}\nUser-agent: *\nDisallow: /\n`);

test.each([
  ['robots.txt', 'robots.txt'],
  ['-', 'standard input'],
  ['a\x1bb', 'a\\x1bb'],
])('RFC 9309 2.5: a warning names %j if it exceeds the parsing limit', (name, shown) => {
  const io = fakeIo();
  warnOfContent({ name, robotsTxt: LONG }, io);
  expect(io.written).toEqual({
    out: '',
    err: `repkit test: Read only the first 512000 bytes of ${shown}, the parsing limit (RFC 9309 2.5).\n`,
  });
});

test('a warning names the limit of the dialect on rules if a file has more', () => {
  const io = fakeIo();
  const body = `User-agent: *\n${'Disallow: /a\n'.repeat(2049)}`;
  warnOfContent({ name: 'a', robotsTxt: parseRobotsTxt(body, { dialect: 'yandex' }) }, io);
  expect(io.written.err).toBe('repkit test: Read only the first 2048 rules of a, the limit of the yandex dialect.\n');
});

test('a file within the limit yields no warning', () => {
  const io = fakeIo();
  warnOfContent({ name: 'a', robotsTxt: parseRobotsTxt('User-agent: *') }, io);
  expect(io.written).toEqual({ out: '', err: '' });
});

describe('a file that is not a robots.txt yields one warning', () => {
  const files = {
    page: '<!DOCTYPE html>\n<html><body>Not found</body></html>\n',
    json: '{ "error": "not found" }\n',
    robots: 'User-agent: *\n',
    urls: '/a\n/b\n',
    saved: 'HTTP/1.1 200 OK\n\n',
  };
  const told = (command: string, name: string, what = 'an HTML page') =>
    `repkit ${command}: ${name} is ${what}, not a robots.txt, so crawlers ignore nearly all of it.\n`;

  test.each([
    'check --robots page --agent a --agent b /a /b',
    'check --explain --robots page /a',
    'check --json --robots page /a',
    'page --robots page --response saved --agent a --agent b https://example.com/a',
    'filter --robots page --agent a --crawler Googlebot urls',
    'coverage page urls',
    'diff page robots',
    'sitemaps page',
  ])('%s', async (argv) => {
    const io = fakeIo({ files });
    const [command = ''] = argv.split(' ');
    expect(await run(argv.split(' '), io)).toBe(0);
    expect(io.written.err).toBe(told(command, 'page'));
  });

  test('JSON', async () => {
    const io = fakeIo({ files });
    await run(['diff', 'robots', 'json'], io);
    expect(io.written.err).toBe(told('diff', 'json', 'JSON'));
  });

  test('of each fetched site, and as a count in filter', async () => {
    const { origin } = await siteWith(200, files.page);
    const options = ['--allow', '127.0.0.1', '--store', 'none', '--agent', 'a', '--agent', 'b'];
    const check = fakeIo();
    await run(['check', ...options, `${origin}/a`, `${origin}/b`], check);
    expect(check.written.err).toBe(told('check', `${origin}/robots.txt`));
    const filter = fakeIo({ stdin: `${origin}/a\n${origin}/b\n` });
    await run(['filter', ...options], filter);
    expect(filter.written.err).toBe(
      `repkit filter: 1 robots.txt is an HTML page, such as that of ${origin}; crawlers ignore nearly all of it.\n`,
    );
  });
});

test.each(['lint', 'fmt', 'sitemaps', 'check --explain', 'check'])('%s warns of a site in UTF-16', async (command) => {
  const { origin } = await site((_, response) => {
    response.end(Buffer.from('\ufeffUser-agent: *\nDisallow: /a\n', 'utf16le'));
  });
  const io = fakeIo();
  const options = ['--store', 'none', '--allow', '127.0.0.1'];
  await run([...command.split(' '), ...options, command.startsWith('check') ? `${origin}/b` : origin], io);
  const [name] = command.split(' ');
  expect(io.written.err).toBe(
    `repkit ${name}: ${origin}/robots.txt is UTF-16, so most crawlers cannot read it. Save it as UTF-8.\n`,
  );
});
