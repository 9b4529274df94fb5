import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { readHtmlHead } from '../../src/page/html-head.js';

const LIMIT = 2_000_000;
const NOINDEX = '<meta name=robots content=noindex>';

async function contentsIn(html: string): Promise<string[]> {
  const { meta } = await readHtmlHead(html, undefined, LIMIT);
  return meta.map(({ name, content }) => `${name}=${content}`);
}

describe('where the head ends (HTML standard 13.2.6.4)', () => {
  test.each([
    ['an ordinary head', `<!doctype html><html><head><title>a</title>${NOINDEX}</head><body>`],
    ['tags that are omitted', NOINDEX],
    ['upper case', '<HTML><HEAD><META NAME="robots" CONTENT="noindex"></HEAD>'],
    ['a byte-order mark and spaces', `\uFEFF\n <html> <head> \n${NOINDEX}`],
    ['a comment with tags', `<!-- <body> </head> -->${NOINDEX}`],
    ['text in elements', `<title>a <body></title><style>b{}</style><script>"<body>"</script>${NOINDEX}`],
    ['a noscript element with an image', `<noscript><img src=/pixel></noscript>${NOINDEX}`],
    ['an element in noscript', `<noscript>${NOINDEX}</noscript>`],
    ['an element in a noscript without an end', `<noscript>${NOINDEX}</head><body>text`],
    ['between head and body (13.2.6.4.6)', `<head></head>${NOINDEX}<body>`],
    ['entities in attributes', '<meta name="rob&#111;ts" content="no&#105;ndex">'],
    ['the first of two equal attributes', '<meta name=robots name=other content=noindex>'],
    ['XHTML', `<?xml version="1.0"?><html xmlns="a"><head><meta name="robots" content="noindex"/>`],
  ])('%s', async (_, html) => {
    expect(await contentsIn(html)).toEqual(['robots=noindex']);
  });

  test.each([
    ['a body', `<head></head><body>${NOINDEX}`],
    ['an element that a head cannot contain', `<head><div>${NOINDEX}</div></head>`],
    ['text', `<head>text ${NOINDEX}</head>`],
    ['text after the head', `<head></head>text ${NOINDEX}`],
    ['a template', `<template>${NOINDEX}</template>`],
    ['noscript in a template', `<template><noscript>${NOINDEX}</noscript></template>`],
    ['a comment', `<!-- ${NOINDEX}`],
    ['a script', `<script>${NOINDEX}</script>`],
    ['a title that is never closed', `<title>${NOINDEX}`],
    ['a tag that is cut off', '<meta name=robots content=noindex'],
    ['no name', '<meta content=noindex>'],
    ['no content', '<meta name=robots>'],
  ])('not in or after %s', async (_, html) => {
    expect(await contentsIn(html)).toEqual([]);
  });
});

describe('charsets', () => {
  const page = `<meta name=robots content="noindex">`;
  const utf16 = Buffer.from(page, 'utf16le');
  test.each([
    ['UTF-8', Buffer.from(`<title>é</title>${page}`), 'text/html; charset=utf-8'],
    ['windows-1252', Buffer.from(`<title>é</title>${page}`, 'latin1'), 'text/html; charset=windows-1252'],
    ['UTF-16 by Content-Type', utf16, 'text/html; charset=utf-16le'],
    ['UTF-16 by byte-order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), undefined],
    ['an unknown charset', Buffer.from(page), 'text/html; charset=none'],
  ])('%s', async (_, bytes, contentType) => {
    const { meta } = await readHtmlHead(bytes, contentType, LIMIT);
    expect(meta).toEqual([{ name: 'robots', content: 'noindex' }]);
  });
});

describe('streams', () => {
  test('a stream is closed at the end of the head', async () => {
    let taken = 0;
    let closed = false;
    async function* endless() {
      try {
        yield Buffer.from(`<head>${NOINDEX}</head>`);
        for (;;) {
          taken++;
          yield Buffer.from('<body>a');
        }
      } finally {
        closed = true;
      }
    }
    expect(await readHtmlHead(endless(), undefined, LIMIT)).toEqual({
      meta: [{ name: 'robots', content: 'noindex' }],
      links: [],
      truncated: false,
    });
    expect([taken, closed]).toEqual([1, true]);
  });

  test('a stream that fails rejects', async () => {
    const failing = Readable.from(
      (async function* () {
        yield '<head>';
        throw new Error('connection lost');
      })(),
    );
    await expect(readHtmlHead(failing, undefined, LIMIT)).rejects.toThrow('connection lost');
  });

  test('the limit counts bytes and is reported', async () => {
    const bytes = Buffer.from(`<script>${'a'.repeat(100)}</script>${NOINDEX}`);
    expect(await readHtmlHead(bytes, undefined, 50)).toEqual({
      meta: [],
      links: [],
      truncated: true,
    });
    expect(await readHtmlHead(bytes, undefined, bytes.length)).toMatchObject({
      meta: [{ content: 'noindex' }],
      truncated: false,
    });
  });

  test.each([
    ['gzip', gzipSync(NOINDEX)],
    ['Brotli', brotliCompressSync(`${NOINDEX}<body>${'a b '.repeat(100)}`)],
  ])('of a body that is still compressed, nothing is known: %s', async (_, body) => {
    for (const sent of [body, Readable.from([body]), Readable.from([body.subarray(0, 1), body.subarray(1)])]) {
      expect(await readHtmlHead(sent, undefined, LIMIT)).toEqual({ meta: [], links: [], truncated: true });
    }
  });

  test('a body in UTF-16 is text', async () => {
    const body = Buffer.from(`\uFEFF${NOINDEX}`, 'utf16le');
    expect(await readHtmlHead(body, undefined, LIMIT)).toMatchObject({ meta: [{ content: 'noindex' }], truncated: false });
  });

  test('chunks do not change the result', async () => {
    const parts = fc.constantFrom(
      ...['<', '>', '/', '!--', '-->', 'head', 'body', 'meta ', 'name=robots ', 'content="noindex" '],
      ...['<title>', '</title>', '<template>', '</template>', '</head>', NOINDEX, '&#', '"', ' ', 'a', 'é', '\0', '\x1f'],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(parts, { maxLength: 30 }).map((all) => Buffer.from(all.join(''))),
        fc.integer({ min: 1, max: 9 }),
        async (bytes, size) => {
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.subarray(index * size, (index + 1) * size),
          );
          const whole = await readHtmlHead(bytes, undefined, LIMIT);
          expect(await readHtmlHead(Readable.from(chunks), undefined, LIMIT)).toEqual(whole);
        },
      ),
    );
  });
});

describe('compared with parse5', () => {
  const END_TAGS = ['p', 'br', 'head', 'div', 'title', 'style', 'script', 'template', 'noframes'];
  const START_TAGS = ['svg', 'html', 'head', 'base', 'p', 'div', 'body', 'img', 'br', 'frameset'];
  const CONTAINERS = ['title', 'style', 'script', 'template', 'noframes'];
  const part = fc.oneof(
    fc.constant(NOINDEX),
    fc.constantFrom(...END_TAGS).map((name) => `</${name}>`),
    fc.constantFrom(...START_TAGS, ...CONTAINERS).map((name) => `<${name}>`),
    fc.constantFrom('<!--', '-->', 'text', '\n', '<!doctype html>', '<script><!--<script>', '<!-->'),
  );
  const messyHead = fc.array(part, { maxLength: 12 }).map((parts) => parts.join('') + NOINDEX);

  /** The number of meta elements in the head, without those in templates. */
  function metaCount(html: string): number {
    const root = parse(html).childNodes.find(({ nodeName }) => nodeName === 'html');
    const countIn = (node: DefaultTreeAdapterTypes.ChildNode): number => {
      if (node.nodeName === 'meta') return 1;
      const children = 'childNodes' in node && node.nodeName !== 'template' ? node.childNodes : [];
      return children.reduce((count, child) => count + countIn(child), 0);
    };
    const heads = root && 'childNodes' in root ? root.childNodes : [];
    const head = heads.find(({ nodeName }) => nodeName === 'head');
    return head === undefined ? 0 : countIn(head);
  }

  test.each([
    ['a stray </p>', `</p>${NOINDEX}`],
    ['a script in the double-escaped state', `<script><!--<script></script>--></script>${NOINDEX}`],
    ['a comment in a script', `<script><!--><script></script>${NOINDEX}`],
    ['an end tag of the head in a template', `<head><template></head></template>${NOINDEX}`],
    ['an end tag of the page in a template', `<html><template></html></template>${NOINDEX}`],
    ['an end tag in a template', `<template></p><script><!--<script></script></script></template>${NOINDEX}`],
  ])('reads what follows %s', async (_, html) => {
    expect([(await contentsIn(html)).length, metaCount(html)]).toEqual([1, 1]);
  });

  test('reads the meta elements of messy heads, in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(messyHead, fc.integer({ min: 1, max: 9 }), async (html, length) => {
        const count = metaCount(html);
        expect(await contentsIn(html)).toHaveLength(count);
        const chunks = html.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
        const { meta } = await readHtmlHead(Readable.from(chunks), undefined, LIMIT);
        expect(meta).toHaveLength(count);
      }),
      { numRuns: runs(2000) },
    );
  });
});
