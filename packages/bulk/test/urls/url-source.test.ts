import type { LogRequest } from '@repkit/core/analysis';
import { describe, expect, test } from 'vitest';
import { detectSitemap, readUrlSource } from '../../src/urls/url-source.js';
import { joined, pieces } from '../support/blocks.js';

async function read(text: string, chunkBytes = text.length || 1) {
  const bytes = Buffer.from(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const { kind, urls } = await readUrlSource('source', chunks);
  const all: (string | LogRequest | undefined)[] = [];
  for await (const url of urls) all.push(url);
  return { kind, urls: all };
}

const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<!-- <urlset> in a comment -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url>
    <loc> https://example.com/a?b=1&amp;c=2 </loc>
    <image:image><image:loc>https://example.com/picture.png</image:loc></image:image>
    <lastmod>2026-01-01</lastmod>
  </url>
  <url><loc><![CDATA[https://example.com/café]]></loc></url>
</urlset>
`;

describe('sitemaps (sitemaps.org)', () => {
  const urls = ['https://example.com/a?b=1&c=2', 'https://example.com/café'];

  test('the locations of pages are read, and those of images are not', async () => {
    expect(await read(SITEMAP)).toEqual({ kind: 'sitemap', urls });
  });

  test('the result does not depend on where the file is cut', async () => {
    for (const size of [1, 7, 64]) expect((await read(SITEMAP, size)).urls).toEqual(urls);
  });

  test('an element prefix is accepted', async () => {
    const text = '<s:urlset xmlns:s="x"><s:url><s:loc>https://example.com/</s:loc></s:url></s:urlset>';
    expect(await read(text)).toEqual({ kind: 'sitemap', urls: ['https://example.com/'] });
  });

  test('an index returns its sitemaps', async () => {
    const text = '<sitemapindex><sitemap><loc>https://example.com/1.xml.gz</loc></sitemap></sitemapindex>';
    expect(await read(text)).toEqual({
      kind: 'sitemap-index',
      urls: ['https://example.com/1.xml.gz'],
    });
  });

  test('a sitemap that is cut short yields what is complete', async () => {
    const cut = SITEMAP.slice(0, SITEMAP.indexOf('caf'));
    expect((await read(cut)).urls).toEqual(urls.slice(0, 1));
  });

  test('the first element decides, not one that a comment names', async () => {
    const text = '<!-- no <urlset> --><sitemapindex><sitemap><loc>https://example.com/1.xml</loc></sitemap></sitemapindex>';
    expect(await read(text)).toEqual({ kind: 'sitemap-index', urls: ['https://example.com/1.xml'] });
  });

  test.each([
    '<!doctype html><title>Not found</title>',
    '<!doctype html><body><feed-card>News</feed-card></body>',
    '<html><script>const empty = "<urlset></urlset>";</script></html>',
    '<rdf:RDF xmlns:rdf="x"><item><link>https://example.com/</link></item></rdf:RDF>',
    '<!-- <urlset>',
  ])('HTML and other XML is refused: %s', async (text) => {
    await expect(read(text)).rejects.toThrow('"source" is XML or HTML, but not a sitemap.');
  });
});

describe('the encoding of a sitemap', () => {
  const textIn = (label: string) =>
    `<?xml version="1.0" encoding="${label}"?>\n<urlset><url><loc>https://e.example/priv\u00e9/</loc></url></urlset>`;
  const utf8 = ['https://e.example/priv\u00e9/'];
  const mark = '\ufeff';
  test.each([
    ['ISO-8859-1, declared', Buffer.from(textIn('ISO-8859-1'), 'latin1'), utf8, undefined],
    ['windows-1252, declared', Buffer.from(textIn('windows-1252'), 'latin1'), utf8, undefined],
    ['UTF-8, declared', Buffer.from(textIn('UTF-8')), utf8, undefined],
    ['UTF-8 with a mark and a wrong label', Buffer.from(mark + textIn('latin1')), utf8, undefined],
    ['UTF-16 with a mark', Buffer.from(mark + textIn('UTF-16'), 'utf16le'), utf8, undefined],
    ['UTF-16 big-endian', Buffer.from(mark + textIn('a'), 'utf16le').swap16(), utf8, undefined],
    ['UTF-8, declared as UTF-16', Buffer.from(textIn('UTF-16')), utf8, undefined],
    [
      'UTF-8, declared as something unknown',
      Buffer.from(textIn('ebcdic')),
      utf8,
      '"s.xml" declares the unknown encoding "ebcdic", so it was read as UTF-8.',
    ],
  ])('%s', async (_name, bytes, urls, problem) => {
    for (const size of [1, 7, 1000]) {
      const source = await readUrlSource('s.xml', pieces(bytes, size));
      const read: unknown[] = [];
      for await (const url of source.urls) read.push(url);
      expect([read, source.problem()]).toEqual([urls, problem]);
      expect(await detectSitemap(pieces(bytes, size))).toMatchObject({ isSitemap: true });
    }
  });

  test('a known encoding takes precedence', async () => {
    const bytes = [Buffer.from(textIn('ISO-8859-1'))];
    const source = await readUrlSource('s.xml', bytes, { encoding: 'utf-8' });
    const read: unknown[] = [];
    for await (const url of source.urls) read.push(url);
    expect(read).toEqual(utf8);
  });
});

test.each([
  '<rss version="2.0"><channel><item><link>https://e.example/a</link></item></channel></rss>',
  '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="https://e.example/a"/></entry></feed>',
])('a feed is a sitemap: %s', async (text) => {
  expect(await read(text)).toEqual({ kind: 'sitemap', urls: ['https://e.example/a'] });
  expect(await detectSitemap([Buffer.from(text)])).toMatchObject({ isSitemap: true });
});

describe('access logs', () => {
  test('the requests of common, combined and virtual-host lines are read', async () => {
    const text = `66.249.66.1 - - [22/Nov/2026:10:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 12
66.249.66.1 - frank [22/Nov/2026:10:00:00 +0000] "HEAD /b HTTP/2.0" 404 - "-" "Mozilla/5.0 (compatible; Googlebot/2.1)"
example.com:443 10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "GET /c HTTP/1.1" 200 5 "-" "-"
2001:db8::1 - - [22/Nov/2026:10:00:00 +0000] "GET /old" 200 5
10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "OPTIONS * HTTP/1.1" 200 0
10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "\\x16\\x03\\x01" 400 0
`;
    const { kind, urls } = await read(text);
    expect(kind).toBe('access-log');
    expect(urls.map((url) => typeof url === 'object' && [url.target, url.userAgent])).toEqual([
      ['/a?b=c', undefined],
      ['/b', 'Mozilla/5.0 (compatible; Googlebot/2.1)'],
      ['/c', '-'],
      ['/old', undefined],
      false,
      false,
    ]);
  });

  test('a log may begin with a line that cannot be parsed', async () => {
    const start = '10.0.0.1 - - [22/Nov/2026:10:00:00 +0000]';
    const text = `${start} "\\x16" 400 0\n${start} "GET /a HTTP/1.1" 200 0\n`;
    const { kind, urls } = await read(text);
    expect([kind, ...urls]).toEqual(['access-log', undefined, expect.objectContaining({ target: '/a' })]);
  });

  test('the priority of a line of syslog is not the start of a sitemap', async () => {
    const line = '192.0.2.1 - - [22/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 0';
    const json = '{"time":"2026-11-22T10:00:00Z","ip":"192.0.2.1","method":"GET","uri":"/a","status":200}';
    for (const message of [line, json]) {
      const { kind, urls } = await read(`<190>Nov 22 10:00:00 web1 nginx: ${message}\n`);
      expect([kind, ...urls]).toEqual(['access-log', expect.objectContaining({ target: '/a', address: '192.0.2.1' })]);
    }
  });

  test('a header applies until the next one, and a huge line cannot be read', async () => {
    const fields = 'date time c-ip cs-method cs-uri-stem sc-status';
    const huge = `2026-11-28 10:00:00 ::1 GET /${'b'.repeat(20_000_000)} 200`;
    const text = [
      ...[`#Fields: ${fields}`, '2026-11-28 10:00:00 ::1 GET /a 200', huge],
      ...['#Fields: cs-uri-stem date time c-ip cs-method sc-status'],
      ...['/c 2026-11-28 10:00:00 ::1 GET 200', ''],
    ].join('\n');
    const { urls } = await read(text, 100_000);
    expect(urls).toEqual([expect.objectContaining({ target: '/a' }), undefined, expect.objectContaining({ target: '/c' })]);
  });

  test('comments of a log are not URLs', async () => {
    const text = '#Fields: date time c-ip cs-method cs-uri-stem sc-status\n2026-11-28 10:00:00 ::1 GET /a 200\n';
    const { kind, urls } = await read(text, 7);
    expect([kind, ...urls]).toEqual(['access-log', expect.objectContaining({ target: '/a' })]);
  });
});

test('anything else is a list of URLs', async () => {
  expect(await read('https://example.com/a\n/b\n\n# comment\n')).toEqual({
    kind: 'list',
    urls: ['https://example.com/a', '/b', undefined, undefined],
  });
  expect(await read('')).toEqual({ kind: 'list', urls: [] });
});

test('a sitemap whose elements are nested too deeply is an error, found in linear time', async () => {
  const hostile = `<urlset>${'<a>'.repeat(300_000)}${'</b>'.repeat(300_000)}`;
  await expect(read(hostile)).rejects.toThrow('its elements are nested too deeply');
});

test('what is neither absolute nor a path is not a URL, in lists and sitemaps', async () => {
  expect((await read('/a\nfoo\n<loc>\n')).urls).toEqual(['/a', undefined, undefined]);
  const sitemap = '<urlset><url><loc>foo</loc></url><url><loc>https://a.example/</loc></url></urlset>';
  expect((await read(sitemap)).urls).toEqual([undefined, 'https://a.example/']);
});

test.each([
  ['<?xml version="1.0"?>\n<urlset>', true],
  ['\n <!-- comment --><sitemapindex>', true],
  ['<s:urlset xmlns:s="x">', true],
  ['<loc>https://a.example/</loc>\n', false],
  ['<!doctype html>\n', false],
  ['https://a.example/\n<urlset>', false],
  ['', false],
])('detects a sitemap by its start and yields all bytes: %j', async (text, isSitemap) => {
  for (const size of [1, 5, 1000]) {
    const detected = await detectSitemap(pieces(text, size));
    expect(detected.isSitemap).toBe(isSitemap);
    expect(await joined(detected.all)).toBe(text);
  }
});

test('a row is distinguished from a sitemap before the next row arrives', async () => {
  async function* rows() {
    yield Buffer.from('/a\n');
    await new Promise(() => {});
  }
  expect((await detectSitemap(rows())).isSitemap).toBe(false);
});
