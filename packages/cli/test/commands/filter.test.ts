import { writeFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { decompress } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { site, siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { run } from '../../src/run.js';
import { type FakeIo, fakeIo, type World } from '../support/fake-io.js';

const RULES = 'User-agent: *\nDisallow: /p\n\nUser-agent: b\nDisallow: /\n';

async function filter(world: World, ...argv: string[]) {
  const io = fakeIo({ ...world, files: { 'robots.txt': RULES, ...world.files } });
  const code = await run(['filter', ...argv], io);
  return { code, io, ...io.written };
}

function text(io: FakeIo, path: string): string {
  return Buffer.from(io.files.get(path) ?? 'no such file').toString();
}

const ROBOTS = ['--robots', 'robots.txt'];

test('URL, token, verdict', async () => {
  const { code, out, err } = await filter({ stdin: '/p\n/x\tmore\n' }, ...ROBOTS);
  expect({ code, out, err }).toEqual({
    code: 0,
    out: '/p\t*\tdisallowed\n/x\t*\tallowed\tmore\n',
    err: '',
  });
});

test('plain and compressed files in order', async () => {
  const files = { a: '/1', b: gzipSync('/2\n/3'), c: zstdCompressSync('/4\n') };
  const { out } = await filter({ files, stdin: '/5' }, ...ROBOTS, 'a', 'b', 'c', '-');
  expect(out).toBe([1, 2, 3, 4, 5].map((n) => `/${n}\t*\tallowed\n`).join(''));
});

test('shells of Windows pass on patterns', async () => {
  const files = { 'urls-1.txt': '/1\n', 'urls-2.txt': '/2\n', other: '/3\n' };
  const { out } = await filter({ files }, ...ROBOTS, 'urls-*.txt');
  expect(out).toBe('/1\t*\tallowed\n/2\t*\tallowed\n');
  expect(await filter({ files }, ...ROBOTS, 'url-*.txt')).toMatchObject({
    code: 2,
    err: 'repkit filter: No file matches "url-*.txt". Check the path.\n',
  });
});

test('invalid lines are counted, reported and saved, and never fatal', async () => {
  const argv = [...ROBOTS, '--rejects', 'bad', '--agent', 'a'];
  const { code, out, err, io } = await filter({ stdin: '/p\n\x1b[2J\n\n/x\n' }, ...argv);
  expect(code).toBe(0);
  expect(out).toBe('/p\ta\tdisallowed\n\x1b[2J\ta\tinvalid\n\ta\tinvalid\n/x\ta\tallowed\n');
  expect(text(io, 'bad')).toBe('\x1b[2J\n\n');
  expect(err).toBe(
    'repkit filter: Line 2: not a URL: "\\x1b[2J".\n' +
      'repkit filter: Line 3: contains no URL: "".\n' +
      'repkit filter: 2 of 4 lines are invalid.\n',
  );
  const quiet = await filter({ stdin: '/p\nbad\n' }, ...argv, '--quiet');
  expect(quiet.err).toBe('');
  expect(text(quiet.io, 'bad')).toBe('bad\n');
});

test('a repeated token is checked once', async () => {
  const { out } = await filter({ stdin: '/p\n' }, ...ROBOTS, '--agent', 'a', '--agent', 'a');
  expect(out).toBe('/p\ta\tdisallowed\n');
});

test('--only with several tokens, and ndjson', async () => {
  const two = [...ROBOTS, '--agent', 'a', '--agent', 'b'];
  expect((await filter({ stdin: '/p\n/x\n' }, ...two, '--only', 'allowed')).out).toBe('/x\n');
  const ndjson = await filter({ stdin: '{"u":"/p"}\n' }, ...ROBOTS, '--format', 'ndjson', '--column', 'u');
  expect(ndjson.out).toBe('{"u":"/p","token":"*","verdict":"disallowed"}\n');
});

test('output to a terminal is escaped', async () => {
  const world = { stdin: '/\x1b[2J\té\u202e\n', isTerminal: true };
  const { out } = await filter(world, ...ROBOTS, '--quiet');
  expect(out).toBe('/\\x1b[2J\t*\tallowed\té\\u{202e}\n');
});

test('csv: column by name, and invalid rows with line numbers', async () => {
  const csv = ['--format', 'csv', '--column', 'link', '--rejects', 'bad'];
  const files = { a: 'id,link\r\n1,"/p"\r\n"2\n",/x\r\n', b: 'id,link\r\n3,bad\r\n4,"/p"' };
  const { out, err, io } = await filter({ files }, ...ROBOTS, ...csv, 'a', 'b');
  expect(out).toBe(
    'id,link,token,verdict\r\n1,"/p",*,disallowed\r\n"2\n",/x,*,allowed\r\n' + '3,bad,*,invalid\r\n4,"/p",*,disallowed\r\n',
  );
  expect(err).toContain('Line 6: not a URL: "3,bad".');
  expect(err).toContain('1 of 7 lines is invalid.');
  expect(text(io, 'bad')).toBe('3,bad\n');
  const only = await filter({ files }, ...ROBOTS, ...csv, '--only', 'allowed', 'a', 'b');
  expect(only.out).toBe('/x\n');
  const bare = await filter({ stdin: '/x,1\n' }, ...ROBOTS, '--format', 'csv', '--no-header');
  expect(bare.out).toBe('/x,1,*,allowed\n');
});

test('progress is shown only on terminals', async () => {
  const ticking = () => {
    let now = 0;
    return () => (now += 300);
  };
  const world = { files: { urls: '/p\n'.repeat(2000) }, now: ticking() };
  const shown = await filter({ ...world, isTerminal: true }, ...ROBOTS, 'urls');
  expect(shown.err).toMatch(/^\r\[#+\.+\] 16%, 333 lines, /);
  expect(shown.err.endsWith('\r\x1b[K')).toBe(true);
  expect((await filter({ ...world, isTerminal: true }, ...ROBOTS, 'urls', '--quiet')).err).toBe('');
  expect((await filter(world, ...ROBOTS, 'urls')).err).toBe('');
});

test.each([
  [['--robots', '-'], 'Standard input can be read only once.'],
  [[...ROBOTS, '-', '-'], 'Standard input can be read only once.'],
  [[...ROBOTS, '--output', 'u', 'u'], '--output "u" would overwrite "u".'],
  [[...ROBOTS, '--rejects', 'robots.txt'], 'would overwrite --robots "robots.txt"'],
  [[...ROBOTS, '--output', 'o', '--rejects', 'o'], 'would overwrite --output "o"'],
  [[...ROBOTS, '--only', 'maybe'], 'Use one of allowed, disallowed.'],
  [[...ROBOTS, 'none'], '"none" cannot be read: no such file or folder'],
])('%j is rejected', async (argv, sentence) => {
  const { code, out, err } = await filter({}, ...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
});

test.each(['tsv', 'ndjson', 'csv'])(
  'a byte-order mark is not part of the first row, and empty input has no rows: %s',
  async (format) => {
    const rows = { tsv: '/p\n', ndjson: '{"url":"/p"}\n', csv: 'url\n/p\n' }[format];
    const files = { urls: `\ufeff${rows}`, empty: '' };
    const { out } = await filter({ files }, ...ROBOTS, '--format', format, 'urls');
    expect(out).toContain('allowed');
    expect(out).not.toContain('invalid');
    const empty = await filter({ files }, ...ROBOTS, '--format', format, 'empty');
    expect(empty).toMatchObject({ code: 0, out: '', err: '' });
  },
);

test('a missing input is reported before any input is read', async () => {
  const files = { a: '/x\n', out: 'earlier results' };
  const { code, err, io } = await filter({ files }, ...ROBOTS, '--output', 'out', 'a', 'none');
  expect(code).toBe(2);
  expect(err).toContain('"none" cannot be read');
  expect(text(io, 'out')).toBe('earlier results');
});

test.each(['gz', 'zst'])('--output and --rejects are compressed by extension: .%s', async (kind) => {
  const urls = `${'/p\nbad\n/x\n'.repeat(10_000)}`;
  const names = [`out.${kind}`, `bad.${kind}`] as const;
  const argv = [...ROBOTS, '--quiet', '--output', names[0], '--rejects', names[1]];
  const plain = await filter({ files: { urls } }, ...ROBOTS, '--quiet', 'urls');
  const packed = await filter({ files: { urls } }, ...argv, 'urls');
  const plainText = async (io: FakeIo, name: string) => {
    const chunks: Uint8Array[] = [];
    let isCompressed = false;
    const onPacked = () => {
      isCompressed = true;
    };
    for await (const chunk of decompress(name, io.openFile(name), onPacked)) chunks.push(chunk);
    expect(isCompressed).toBe(true);
    return Buffer.concat(chunks).toString();
  };
  expect((await plainText(packed.io, names[0])) === plain.out).toBe(true);
  expect(await plainText(packed.io, names[1])).toBe('bad\n'.repeat(10_000));
  expect(packed.io.files.get(names[0])?.length).toBeLessThan(plain.out.length / 10);

  const empty = await filter({ files: { urls: '' } }, ...argv, 'urls');
  expect(await plainText(empty.io, names[0])).toBe('');
});

test('an unwritable output is an InputError', async () => {
  const io = fakeIo({ files: { 'robots.txt': RULES } });
  io.openOutput = () => {
    throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  };
  expect(await run(['filter', ...ROBOTS, '--output', 'x'], io)).toBe(2);
  expect(io.written.err).toContain('--output "x" cannot be written: permission denied');
});

test('--crawler is checked as its operator documents, unless a policy or dialect is given', async () => {
  const files = { edge: 'User-agent: *\nDisallow: /\nAllow: /index.html\n', urls: '/\n' };
  const argv = ['--robots', 'edge', '--crawler', 'Googlebot', 'urls'];
  expect((await filter({ files }, ...argv)).out).toBe('/\tGooglebot\tallowed\n');
  for (const given of [
    ['--dialect', 'rfc9309'],
    ['--policy', 'rfc9309'],
  ]) {
    expect((await filter({ files }, ...argv, ...given)).out).toBe('/\tGooglebot\tdisallowed\n');
  }
});

test('--robots warns about a file that exceeds the parsing limit', async () => {
  const long = `${'#\n'.repeat(300_000)}User-agent: *\nDisallow: /private\n`;
  const io = fakeIo({ files: { long }, stdin: '/private\n' });
  expect(await run(['filter', '--robots', 'long'], io)).toBe(0);
  expect(io.written).toEqual({
    out: '/private\t*\tallowed\n',
    err: `repkit filter: Read only the first 512000 bytes of long, the parsing limit (RFC 9309 2.5).\n`,
  });
});

test('fetched sites of rows that name their crawler are counted as well', async () => {
  const busy = await siteWith(503);
  const argv = ['--allow', '127.0.0.1', '--store', 'none', '--agent-column', '2'];
  const { out, err } = await filter({ stdin: `${busy.origin}/a\ta\n` }, ...argv);
  expect(out).toBe(`${busy.origin}/a\ta\tunreachable\ta\n`);
  expect(err).toContain('1 robots.txt is unreachable (status 503)');
});

test('fetched sites that are unreachable are counted by reason, with an example and the option that helps', async () => {
  const busy = await siteWith(503);
  const limited = await siteWith(429);
  const closed = [await unusedOrigin(), await unusedOrigin()];
  const stdin = [busy.origin, limited.origin, ...closed, 'http://10.0.0.1']
    .map((origin) => `${origin}/a\n${origin}/b\n`)
    .join('');
  const argv = ['--allow', '127.0.0.1', '--store', 'none', '--agent', 'a', '--agent', 'b'];
  const { code, err } = await filter({ stdin }, ...argv, '--concurrency', '1');
  expect(code).toBe(0);
  expect(err.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^repkit filter: 2 robots\.txt are unreachable \(connect\), such as that of http:\S+: .+\. Use --refresh /,
    ),
    expect.stringContaining(`1 robots.txt is unreachable (status 503), such as that of ${busy.origin}: `),
    expect.stringMatching(/\(status 429\), .* Use --treat-429 /),
    expect.stringMatching(/\(refused-address\), .* Use --allow /),
  ]);
});

test('a list in UTF-16 is invalid line by line, and the summary says what to do', async () => {
  const list = Buffer.from('\ufeffhttps://a.example/\r\nhttps://b.example/\r\n', 'utf16le');
  for (const stdin of [list, Buffer.from(list).swap16()]) {
    const { err } = await filter({ stdin }, ...ROBOTS);
    expect(err).toMatch(/lines are invalid\. The input is UTF-16: save it as UTF-8\.\n$/);
  }
});

test('an access log is invalid line by line, and the summary names the commands that read logs', async () => {
  const line = '192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2"\n';
  const { err } = await filter({ stdin: line.repeat(3) }, ...ROBOTS);
  expect(err).toMatch(/3 of 3 lines are invalid\. To read URLs from an access log, use repkit coverage or /);
  expect((await filter({ stdin: `${line}/a\n` }, ...ROBOTS)).err).not.toContain('access log');
});

test('--crawler Googlebot: a text that is not a URL is invalid, and invalid rows leave the exit code 0', async () => {
  const stdin = 'foo\n<loc>https://a.example/</loc>\n/x\n';
  const { code, out, err } = await filter({ stdin }, ...ROBOTS, '--crawler', 'Googlebot');
  expect(code).toBe(0);
  expect(out).toBe('foo\tGooglebot\tinvalid\n<loc>https://a.example/</loc>\tGooglebot\tinvalid\n/x\tGooglebot\tallowed\n');
  expect(err).toContain('2 of 3 lines are invalid.');
});

test('an input that ends early makes the exit code 2 and leaves FILE.partial', async () => {
  const packed = gzipSync(Array.from({ length: 50_000 }, (_, n) => `/${n * 7919}\n`).join(''));
  const files = { urls: packed.subarray(0, packed.length - 100), out: 'earlier' };
  const { code, err, io } = await filter({ files }, ...ROBOTS, '--output', 'out', 'urls');
  expect(code).toBe(2);
  expect(err).toContain('"out.partial" is incomplete.');
  expect(err).toContain('"urls" is damaged or incomplete');
  expect(text(io, 'out')).toBe('earlier');
  expect(text(io, 'out.partial')).toMatch(/^\/0\t\*\tallowed\n/);
});

test('--output does not overwrite an input that has the name of the incomplete file', async () => {
  const files = { 'out.partial': '/x\n' };
  const { code, err } = await filter({ files }, ...ROBOTS, '--output', 'out', 'out.partial');
  expect(code).toBe(2);
  expect(err).toContain('would overwrite "out.partial"');
});

test('a signal stops a run with a result file', async () => {
  const world = { stdin: '/x\n', stop: AbortSignal.abort('SIGINT') };
  const { code, err } = await filter(world, ...ROBOTS, '--output', 'out');
  expect(code).toBe(2);
  expect(err).toContain('"out.partial" is incomplete.');
  expect(err).toContain('Stopped by SIGINT.');
});

const PAGES = '<?xml version="1.0"?><urlset><url><loc>/p</loc></url><url><loc>foo</loc></url></urlset>';

test('a sitemap among the inputs: its pages are rows', async () => {
  const files = { list: '/1\n', sitemap: gzipSync(PAGES) };
  const { code, out } = await filter({ files, stdin: PAGES }, ...ROBOTS, 'list', 'sitemap', '-');
  expect(code).toBe(0);
  const pages = '/p\t*\tdisallowed\n\t*\tinvalid\n';
  expect(out).toBe(`/1\t*\tallowed\n${pages}${pages}`);
});

test('a sitemap that breaks off ends with 2, and its rows are shown', async () => {
  const files = { sitemap: PAGES.slice(0, -20) };
  const { code, out, err } = await filter({ files }, ...ROBOTS, 'sitemap');
  expect([code, out]).toEqual([2, '/p\t*\tdisallowed\n']);
  expect(err).toContain('"sitemap" is damaged or incomplete');
});

test('a sitemap index by its URL: the pages of its sitemaps are rows', async () => {
  const { origin } = await site((request, response) => {
    if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /private\n');
    else if (request.url === '/a.xml') response.end(PAGES.replace('/p', 'https://a.example/p'));
    else response.end(`<sitemapindex><sitemap><loc>${origin}/a.xml</loc></sitemap></sitemapindex>`);
  });
  const argv = [...ROBOTS, '--allow', '127.0.0.1', `${origin}/index.xml`];
  const { code, out } = await filter({}, ...argv);
  expect({ code, out }).toEqual({
    code: 0,
    out: 'https://a.example/p\t*\tdisallowed\n\t*\tinvalid\n',
  });
});

test('a row that looks like a sitemap is a row for an engine', async () => {
  const { out } = await filter({ stdin: `${PAGES}\n` }, ...ROBOTS, '--verdict-only');
  expect(out).toBe('invalid\n');
});

test('rows with their own robots.txt and token', async () => {
  const stdin = 'User-agent: *\\nDisallow: /p\t/p\tb\nUser-agent: b\\nDisallow: /\t/x\tb\n';
  const argv = ['--robots-column', '1', '--column', '2', '--agent-column', '3'];
  expect((await filter({ stdin }, ...argv)).out).toBe('/p\tb\tdisallowed\tb\n/x\tb\tdisallowed\tb\n');
  expect((await filter({ stdin }, ...argv, '--verdict-only')).out).toBe('disallowed\ndisallowed\n');
});

test('--agent-column with an archive: each row is checked for its own token', async () => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/a.example`, RULES);
  const stdin = ['a', 'b', '', 'a b'].map((token) => `http://a.example/x\t${token}\n`).join('');
  const argv = ['--archive', folder, '--agent-column', '2', '--verdict-only'];
  expect((await filter({ stdin }, ...argv)).out).toBe('allowed\ndisallowed\nallowed\ninvalid\n');
});

test.each([
  [['--verdict-only', '--agent', 'a', '--agent', 'b'], '--verdict-only permits one crawler'],
  [['--agent-column', 'x'], 'Column "x" must be a number from 1'],
  [['--explain'], '--explain requires --format ndjson or --format csv'],
])('%j is rejected', async (argv, sentence) => {
  const { code, err } = await filter({}, ...ROBOTS, ...argv);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('each chunk is written as soon as it is read', async () => {
  const io = fakeIo({ files: { 'robots.txt': RULES } });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  io.stdin = async function* () {
    yield Buffer.from('/p\n');
    await end;
  };
  const running = run(['filter', ...ROBOTS, '--verdict-only'], io);
  await expect.poll(() => io.written.out).toBe('disallowed\n');
  resolve();
  expect(await running).toBe(0);
});
