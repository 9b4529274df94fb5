import type { RequestListener } from 'node:http';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyCases } from '../../../../test/support/body-cases.js';
import { site, unusedOrigin } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const ROBOTS_TXT = `User-agent: *
Content-Usage: train-ai=n
Disallow: /private

User-agent: ExampleBot
Disallow: /page
`;
const HTML = '<meta name="robots" content="noindex"><meta name="bingbot" content="nocache"><body>';

const pages: RequestListener = (request, response) => {
  response.setHeader('content-type', 'text/html');
  switch (request.url) {
    case '/robots.txt':
      return void response.setHeader('content-type', 'text/plain').end(ROBOTS_TXT);
    case '/page':
      response.setHeader('x-robots-tag', ['otherbot: noindex', 'index', 'max-snippet: 50']);
      return void response.end(HTML);
    case '/gzip':
      return void response.setHeader('content-encoding', 'gzip').end(gzipSync(HTML));
    case '/zstd':
      return void response.setHeader('content-encoding', 'zstd').end(zstdCompressSync(HTML));
    case '/broken-404':
      response.writeHead(404, { 'content-encoding': 'gzip' });
      return void response.end('broken');
    case '/unlabeled':
      return void response.end(gzipSync(HTML));
    case '/moved':
      return void response.writeHead(301, { location: '/page' }).end();
    case '/down':
      response.setHeader('x-robots-tag', 'noindex');
      return void response.writeHead(503).end(HTML);
    case '/image':
      return void response.writeHead(200, { 'content-type': 'image/png' }).end('noise');
    case '/long':
      return void response.end(`<script>${'a'.repeat(3_000_000)}</script>${HTML}`);
    case '/bomb':
      response.setHeader('content-encoding', 'gzip');
      return void response.end(gzipSync('<script>'.padEnd(100_000_000, 'a')));
    case '/endless':
      response.write('<head>');
      return;
    default:
      return void response.writeHead(404).end();
  }
};

test('a signal while the page is requested stops the run without a result', async () => {
  const stop = new AbortController();
  const { origin } = await site((request, response) => {
    if (request.url === '/robots.txt') response.end();
    else stop.abort('SIGINT');
  });
  const argv = `--store none --allow 127.0.0.1 ${origin}/a`;
  expect(await repkitPage(argv, { stop: stop.signal })).toEqual({
    code: 2,
    out: '',
    err: 'repkit page: Stopped by SIGINT.\n',
  });
});

async function repkitPage(argv: string, world: World = {}) {
  const io = fakeIo(world);
  const code = await run(['page', ...argv.split(' ')], io);
  return { code, ...io.written };
}

/** Starts the site and returns the command for a path. */
async function start() {
  const { origin, log } = await site(pages);
  return {
    origin,
    log,
    page: async (argv: string, world: World = {}) => {
      const fetching = `--allow 127.0.0.1 --store none ${argv.replace(' /', ` ${origin}/`)}`;
      const { out, ...rest } = await repkitPage(fetching, world);
      return { ...rest, out: out.replaceAll(origin, '') };
    },
  };
}

describe('a page', () => {
  test('access, page rules and preferences, with one request after robots.txt', async () => {
    const { page, log } = await start();
    expect(await page('--agent OtherBot /page')).toEqual({
      code: 1,
      err: '',
      out: `allowed      /page  OtherBot  no rule matches
  response: status 200, text/html
  page rules for Google:
    noindex (header for otherbot)
    max-snippet: 50 (header)
    noindex (robots meta element)
    contradiction: noindex (header for otherbot), index (header), noindex (robots meta element): the restriction applies
    ignored: index (header): overridden by another directive
  preferences:
    AIPREF: train-ai=no (line 2)
`,
    });
    expect(log).toEqual(['/robots.txt', '/page']);
  });

  test('a noindex that a crawler never sees', async () => {
    const { page } = await start();
    const { code, out } = await page('--agent ExampleBot /page');
    expect(code).toBe(1);
    expect(out).toContain(
      '  finding: The crawler never sees max-snippet, noindex, because it may not fetch the page. ' +
        'The URL can still appear in search results; to prevent that, allow it and use noindex.\n',
    );
  });

  test('a page that robots.txt disallows is not requested', async () => {
    const { page, log } = await start();
    const { code, out } = await page('--agent * /private');
    expect(code).toBe(1);
    expect(out).toBe(`disallowed   /private  *  Disallow: /private (line 3)
  preferences: none stated
  finding: The page was not requested, because robots.txt does not allow repkit to fetch it.
  finding: The crawler never sees a noindex on this page, because it may not fetch the page. The URL can still appear in search results; to prevent that, allow it and use noindex.
`);
    expect(log).toEqual(['/robots.txt']);
  });

  test('the product token of --user-agent has to be allowed', async () => {
    const { page, log } = await start();
    const { out } = await page('--user-agent ExampleBot/1.0 /page');
    expect(out).toContain('because robots.txt does not allow ExampleBot to fetch it.');
    expect(log).toEqual(['/robots.txt']);
  });

  test('known crawlers and engines', async () => {
    const { page } = await start();
    const { out } = await page('--crawler Bingbot --agent Googlebot /page');
    expect(out).toContain('page rules for Bing:');
    expect(out).toContain('nocache (bingbot meta element)');
    expect(out).toContain('page rules for Google:');
    expect((await page('--engine yandex /page')).out).toContain('page rules for Yandex:');
  });

  test.each([
    ['/gzip', 0, 'noindex (robots meta element)'],
    ['/zstd', 1, 'The page cannot be fetched (the content-encoding is unknown)'],
    ['/unlabeled', 1, 'The page cannot be fetched (the body is compressed'],
    ['/broken-404', 0, 'response: status 404, text/html'],
    ['/image', 0, 'page rules for Google: none'],
    ['/missing', 0, 'response: status 404, text/html'],
    ['/moved', 0, 'finding: The page redirects to /page, so the rules of that page apply. Check it with repkit page.'],
    ['/long', 0, 'finding: The head of the page exceeds 2 MB'],
    ['/bomb', 0, 'finding: The head of the page exceeds 2 MB'],
  ])('%s', async (path, code, text) => {
    const { page } = await start();
    const result = await page(`--agent * ${path}`);
    expect(result.out).toContain(text);
    expect(result.code).toBe(code);
  });

  test('a response that never ends times out', async () => {
    const { page } = await start();
    const { code, out } = await page('--timeout 0.5 /endless');
    expect(code).toBe(1);
    expect(out).toContain('finding: The page cannot be fetched (the attempt exceeded its total time limit)');
  });

  test('a private address is refused without --allow', async () => {
    const { origin, log } = await site(pages);
    const { code, out } = await repkitPage(`--robots allowed ${origin}/page`, {
      files: { allowed: '' },
    });
    expect(code).toBe(1);
    expect(out).toContain('finding: The page cannot be fetched (');
    expect(log).toEqual([]);
  });

  test('an unreachable site', async () => {
    const origin = await unusedOrigin();
    const { code, out } = await repkitPage(`--allow 127.0.0.1 --store none ${origin}/page`);
    expect(code).toBe(1);
    expect(out).toContain('finding: The page was not requested, because robots.txt is unreachable (the connection was refused).');
  });

  test('text of a page is escaped on a terminal', async () => {
    const files = { robots: '', saved: 'HTTP/1.1 200 OK\nX-Robots-Tag: \x1b[2J\n\n' };
    const { out } = await repkitPage('--robots robots --response saved http://a.example/', {
      files,
    });
    expect(out).toContain('\\x1b[2J');
    expect(out).not.toContain('\x1b');
  });
});

describe('--response', () => {
  const SAVED = `HTTP/1.1 301 Moved\r\nLocation: /b\r\nX-Robots-Tag: none\r\n\r\nHTTP/2 200\r\ncontent-type: text/html\r\nX-Robots-Tag: nosnippet\r\nContent-Usage: train-ai=y\r\n\r\n${HTML}`;
  const files = { robots: ROBOTS_TXT, saved: SAVED, broken: '<html>' };

  test('the last response counts, and nothing is requested', async () => {
    const { code, out } = await repkitPage('--robots robots --response saved http://a.example/p', {
      files,
    });
    expect([code, out]).toEqual([
      1,
      `allowed      http://a.example/p  *  no rule matches
  response: status 200, text/html
  page rules for Google:
    nosnippet (header)
    noindex (robots meta element)
  preferences:
    AIPREF: train-ai=no (line 2)
    conflict: training: AIPREF train-ai=no (line 2), AIPREF train-ai=yes (Content-Usage header)
`,
    ]);
  });

  test.each(['noindex,', 'a,', 'max-snippet:5,', 'bot: noindex,'])(
    'JSON of a header of 50 KB is not much longer: %s',
    async (repeated) => {
      const header = repeated.repeat(50_000 / repeated.length);
      const saved = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: ${header}\r\n\r\n`;
      const argv = '--json --robots robots --response - http://a.example/p';
      const { code, out } = await repkitPage(argv, { files, stdin: saved });
      expect(code).toBeLessThan(2);
      expect(JSON.parse(out).crawlers).toHaveLength(1);
      expect(out.length).toBeLessThan(500_000);
    },
  );

  describe('the body', () => {
    const saved = (fields: string, body: Uint8Array | string) =>
      Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${fields}\r\n`), Buffer.from(body as string)]);
    const pageOf = (response: Uint8Array) =>
      repkitPage('--robots robots --response - http://a.example/p', {
        files: { robots: '' },
        stdin: response,
      });
    const encoding = (label: string | undefined) => (label === undefined ? '' : `Content-Encoding: ${label}\r\n`);

    test.each(bodyCases(HTML))('is decoded, or an error: $name, $contentEncoding', async ({ body, contentEncoding, stored }) => {
      const { code, out, err } = await pageOf(saved(encoding(contentEncoding), body));
      if (stored === 'text') {
        expect([code, err]).toEqual([0, '']);
        expect(out).toContain('noindex (robots meta element)');
      } else {
        expect([code, out]).toEqual([2, '']);
        expect(err).toContain('The body in --response "-" cannot be read: the ');
      }
    });

    test('in UTF-16 is read', async () => {
      const utf16 = Buffer.from(`\ufeff${HTML}`, 'utf16le');
      const { out } = await pageOf(saved('', utf16));
      expect(out).toContain('noindex (robots meta element)');
    });

    test('that is cut is an error', async () => {
      const length = `Content-Length: ${HTML.length}\r\n`;
      expect((await pageOf(saved(length, HTML))).code).toBe(0);
      const { code, err } = await pageOf(saved(length, HTML.slice(0, 10)));
      expect(code).toBe(2);
      expect(err).toContain(`cannot be read: it has 10 of ${HTML.length} bytes.`);
    });

    test('of an image or an error is not read', async () => {
      const response = saved('Content-Encoding: gzip\r\n', 'broken\0').toString('latin1');
      const image = response.replace('text/html', 'image/png');
      expect((await pageOf(Buffer.from(image))).code).toBe(0);
      expect((await pageOf(Buffer.from(response.replace('200', '404')))).code).toBe(0);
    });
  });

  test('standard input, and JSON', async () => {
    const { code, out } = await repkitPage('--json --robots robots --response - --agent ExampleBot http://a.example/page', {
      files,
      stdin: SAVED,
    });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      page: { status: 200, location: null, contentType: 'text/html', error: null },
      crawlers: [
        {
          productToken: 'ExampleBot',
          verdict: 'disallowed',
          rule: { line: 6 },
          pageRules: { index: false, restrictions: ['noindex', 'nosnippet'] },
          preferences: { aipref: { categories: { 'train-ai': { value: 'yes' } } } },
          unseen: ['noindex', 'nosnippet'],
          html: 'read',
          findings: [{ code: 'never-seen' }],
        },
      ],
    });
  });

  test.each([
    ['--json', 'Missing argument. Write "repkit page URL".'],
    ['http://a.example/ http://b.example/', 'Unexpected argument "http://b.example/". Write "repkit page URL".'],
    ['ftp://a.example/', '"ftp://a.example/" is not a page. Use http or https.'],
    ['--engine none http://a.example/', '--engine'],
    ['--robots - --response - http://a.example/', 'Standard input can be read only once.'],
    [
      '--robots robots --response broken http://a.example/',
      '--response "broken" is not an HTTP response. Save one with curl -si http://a.example/.',
    ],
    ['--robots robots --response nothing http://a.example/', '--response "nothing"'],
  ])('invalid: %s', async (argv, message) => {
    const { code, err } = await repkitPage(argv, { files });
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('rules that do not apply', () => {
  test.each([
    ['/missing', 'status 404, so search engines drop the URL and do not apply its rules.'],
    ['/down', 'status 503, so search engines try again later and do not apply its rules.'],
    ['/moved', 'The page redirects to /page, so the rules of that page apply.'],
  ])('those of a response that is not a page: %s', async (path, message) => {
    const { page } = await start();
    const { out } = await page(`--agent a ${path}`);
    expect(out).toContain(message);
    expect(out).not.toContain('page rules for');
    const { out: json } = await page(`--agent a --json ${path}`);
    expect(JSON.parse(json).crawlers[0].pageRules).toBeNull();
  });

  const NOINDEX = '<meta name="robots" content="noindex">';
  test.each([
    ['in the body', `<html><head><title>x</title></head><body>${NOINDEX}</body></html>`, true],
    ['after an image in the head', `<head><img src="a.png">${NOINDEX}</head>`, true],
    ['after text in the head', `<head>text${NOINDEX}</head>`, true],
    ['of an engine, in the body', '<body><meta name="Bingbot" content="noindex">', true],
    ['another element in the body', '<body><meta name="description" content="noindex">', false],
    ['in a template of the body', `<body><template>${NOINDEX}</template>`, false],
    ['between head and body', `<head></head>${NOINDEX}<body>`, false],
    ['in the head', `<head>${NOINDEX}</head><body>`, false],
  ])('meta elements %s', async (_, html, isIgnored) => {
    const response = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
    const { out } = await repkitPage('--robots robots --response - https://example.com/', {
      files: { robots: '' },
      stdin: response,
    });
    expect(out.includes('finding: Crawlers ignore <meta name="')).toBe(isIgnored);
    expect(out.includes('noindex (robots meta element)')).toBe(
      html.includes(NOINDEX) && !isIgnored && !html.includes('template'),
    );
  });

  test('those of a redirect without a target', async () => {
    const { out } = await repkitPage('--robots robots --response - https://example.com/', {
      files: { robots: '' },
      stdin: `HTTP/1.1 302 Found\r\nContent-Type: text/html\r\n\r\n${NOINDEX}`,
    });
    expect(out).toContain('status 302 without a target, so its rules do not apply.');
    expect(out).not.toContain('page rules for');
  });

  test('many or long meta elements are listed only in part', async () => {
    const long = `<meta name="robots" content="noindex,${'x'.repeat(100_000)}">`;
    const many = Array.from({ length: 500 }, (_, at) => `<meta name="robots" content="x${at}">`);
    const html = `<body>${long}${NOINDEX.repeat(500)}${many.join('')}`;
    const { out } = await repkitPage('--robots robots --response - https://example.com/', {
      files: { robots: '' },
      stdin: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`,
    });
    expect(out).toContain(`${NOINDEX}, <meta name="robots" content="x0">`);
    expect(out).toContain('and 497 more, because');
    expect(out.length).toBeLessThan(2000);
  });

  test('a body that is nested deeply takes linear time', async () => {
    const html = `<body>${'<div>'.repeat(300_000)}${NOINDEX}`;
    const response = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
    const world = { files: { robots: '' }, stdin: response };
    const { code } = await repkitPage('--robots robots --response - https://example.com/', world);
    expect(code).toBe(0);
  });
});
