import { expect, test } from 'vitest';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const ONE = 'Sitemap: https://example.com/a.xml\nUser-agent: *\nSitemap: https://example.com/b.xml\n';
const TWO = 'Sitemap: /c.xml\nSitemap: https://example.com/b.xml\nSitemap: https://example.com/d.xml\n';

async function repkitSitemaps(argv: string, world: World = {}) {
  const io = fakeIo({ files: { one: ONE, two: TWO, none: '' }, ...world });
  const code = await run(['sitemaps', ...argv.split(' ')], io);
  return { code, ...io.written };
}

test('one URL per line without duplicates; relative ones are counted', async () => {
  expect(await repkitSitemaps('one two')).toEqual({
    code: 0,
    out: ['a', 'b', 'd'].map((name) => `https://example.com/${name}.xml\n`).join(''),
    err: 'repkit sitemaps: Skipped 1 sitemap that is not an absolute URL in two.\n',
  });
  const { err } = await repkitSitemaps('-', { stdin: 'Sitemap: a\nSitemap: b\n' });
  expect(err).toBe('repkit sitemaps: Skipped 2 sitemaps that are not absolute URLs in standard input.\n');
});

test('no sitemaps, no output', async () => {
  expect(await repkitSitemaps('none')).toEqual({ code: 0, out: '', err: '' });
});

test('--json lists them by file', async () => {
  const { out } = await repkitSitemaps('--json one none');
  expect(JSON.parse(out)).toEqual({
    version: 1,
    files: [
      { name: 'one', sitemaps: ['https://example.com/a.xml', 'https://example.com/b.xml'] },
      { name: 'none', sitemaps: [] },
    ],
  });
});

test('text of a file is escaped on a terminal', async () => {
  const { out } = await repkitSitemaps('-', { stdin: 'Sitemap: https://example.com/\x1b[2J\n' });
  expect(out).toBe('https://example.com/\\x1b[2J\n');
});

test.each([
  ['--json', 'Missing argument. Write "repkit sitemaps ROBOTS.TXT…".'],
  ['nothing', '"nothing" cannot be read: no such file or folder; check the path.'],
])('%s is rejected with a correction', async (argv, message) => {
  const err = `repkit sitemaps: ${message}\n`;
  expect(await repkitSitemaps(argv)).toEqual({ code: 2, out: '', err });
});

test('RFC 9309 2.5: a file that exceeds the parsing limit yields a warning', async () => {
  const long = `Sitemap: https://example.com/a.xml\n${'# x\n'.repeat(200_000)}`;
  const { out, err } = await repkitSitemaps('long', { files: { long } });
  expect(out).toBe('https://example.com/a.xml\n');
  expect(err).toBe('repkit sitemaps: Read only the first 512000 bytes of long, the parsing limit (RFC 9309 2.5).\n');
});

test('an option that was removed says what replaced it', async () => {
  const { code, err } = await repkitSitemaps('--check one');
  expect([code, err]).toEqual([
    2,
    'repkit sitemaps: --check was removed: "repkit coverage --blocked --fail-on blocked SITE" checks the URLs of the sitemaps.\n',
  ]);
});
