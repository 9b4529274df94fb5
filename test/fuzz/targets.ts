/** Fuzz targets: one per parser of hostile input. Each throws if a guarantee of SECURITY.md does not hold. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { ArchiveReport, decompress, InputError, openArchive } from '@repkit/bulk';
import { RobotsClient } from '@repkit/client';
import { readHead } from '@repkit/client/page';
import { type DialectName, dialects, parseRobotsTxt, productToken, RobotsTxtParser } from '@repkit/core';
import { applyFixes, checkFixes, coverage, diff, format, lint } from '@repkit/core/analysis';
import { type PageRuleEngineName, pageRuleEngines, pageRules, preferences } from '@repkit/core/preferences';
import { warcGz, warcRecord } from '../support/warc.ts';

export interface Target {
  /** Valid inputs to start from. */
  readonly seeds: readonly (string | Uint8Array)[];
  /** Texts that mutations insert. */
  readonly words: readonly string[];
  readonly run: (input: Uint8Array) => void | Promise<void>;
}

const ROBOTS_TXT = `\ufeffUser-agent: ExampleBot/1.0 # note
user-agent: *
Disallow: /private/*.pdf$
Allow: /a%2Fb?q=%e3%82%ad
Crawl-delay: 1.5
Sitemap: https://example.com/s.xml

User-agent: GPTBot
Disallow:
`;
const URLS = ['/', '/private/a.pdf', '/a%2fb?q=キ', 'https://example.com/x#y'];
const NAMES = Object.keys(dialects) as DialectName[];
/** Lint stops here, whatever the input. */
const BUDGET = 50_000;
/** Their fixes change verdicts. */
const MAKES_RULES_APPLY = ['allow-too-short', 'drops-everyones-rules'];

function robotsTxt(input: Uint8Array): void {
  for (const dialect of NAMES) {
    const parsed = parseRobotsTxt(input, { dialect });
    const middle = input.length >> 1;
    const parser = new RobotsTxtParser({ dialect });
    parser.push(input.subarray(0, middle));
    parser.push(input.subarray(middle));
    const streamed = parser.end();
    const matcher = parsed.matcher('ExampleBot');
    for (const url of URLS) {
      const { allowed } = parsed.explain(url, 'ExampleBot');
      assert.equal(matcher.isAllowed(url), allowed, `matcher, ${dialect}, ${url}`);
      assert.equal(streamed.isAllowed(url, 'ExampleBot'), allowed, `stream, ${dialect}, ${url}`);
    }
  }
  const parsed = parseRobotsTxt(input);
  const diagnostics = lint(parsed, { budget: BUDGET }).filter(({ code }) => !MAKES_RULES_APPLY.includes(code));
  const fixed = parseRobotsTxt(applyFixes(input, diagnostics));
  for (const url of URLS) {
    const before = parsed.isAllowed(url, 'ExampleBot');
    assert.equal(fixed.isAllowed(url, 'ExampleBot'), before, `fixes change the verdict of ${url}`);
  }
  const { text } = format(parsed);
  if (text === undefined) return;
  assert.equal(format(parseRobotsTxt(text)).text, text, 'formatting again changes the file');
}

const TOKENS = ['ExampleBot', 'GPTBot', 'Googlebot', 'OtherBot'];

/** In one dialect per input: a formatted file changes no verdict, and its diff says so. */
function analyses(input: Uint8Array): void {
  const dialect = NAMES[input.length % NAMES.length] ?? 'rfc9309';
  const read = (body: string | Uint8Array) => parseRobotsTxt(body, { dialect });
  // Parsers of other dialects may not read UTF-16.
  const limits = { budget: BUDGET, documentedDialects: false };
  const file = read(input);
  const url = 'https://example.com/robots.txt';
  checkFixes(file, lint(file, { ...limits, url, assets: URLS }));
  for (const { allowed, blocked, unchecked, invalid } of coverage(file, URLS, limits)) {
    assert.equal(allowed + blocked + unchecked + invalid, URLS.length);
  }
  const { text } = format(file, { sortRules: true });
  if (text === undefined) return;
  const other = read(text);
  for (const token of TOKENS) {
    for (const one of URLS) {
      const before = file.isAllowed(one, token);
      assert.equal(other.isAllowed(one, token), before, `${token}, ${one}, in ${text}`);
    }
  }
  const { accessEquivalent } = diff(file, other, limits);
  assert.notEqual(accessEquivalent, false, text);
}

const fixedRules = parseRobotsTxt(ROBOTS_TXT);
const text = (input: Uint8Array) => new TextDecoder().decode(input);

/** An invalid URL throws a TypeError, and nothing else. */
function url(input: Uint8Array): void {
  try {
    const { allowed } = fixedRules.explain(text(input), 'ExampleBot');
    assert.equal(fixedRules.matcher('ExampleBot').isAllowed(text(input)), allowed);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

function userAgent(input: Uint8Array): void {
  productToken(text(input));
  try {
    fixedRules.isAllowed('/', text(input));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

const ENGINES = Object.keys(pageRuleEngines) as PageRuleEngineName[];

/** The same text as structured fields, links, page-level rules, tdmrep.json and the lines of a robots.txt. */
function responseFields(input: Uint8Array): void {
  const value = text(input);
  const names = ['Content-Usage', 'Link', 'TDM-Reservation', 'X-Robots-Tag', 'Robots-Tag'];
  const headers = names.map((name) => [name, value] as const);
  for (const engine of ENGINES) {
    pageRules({ headers, meta: [{ name: 'robots', content: value }] }, { engine });
  }
  const lines = ['Content-Usage', 'Content-Signal', 'License'].map((name) => `${name}: ${value}\n`);
  const file = parseRobotsTxt(`User-agent: *\n${lines.join('')}`);
  const { access } = preferences(file, '/a', 'ExampleBot', { headers, tdmrep: value });
  assert.deepEqual(access, file.explain('/a', 'ExampleBot'), 'preferences change the verdict');
}

/** The chunks of a page do not change its meta elements. */
async function html(input: Uint8Array): Promise<void> {
  const headers = { 'content-type': 'text/html' };
  async function* chunks() {
    for (let at = 0; at < input.length; at += 7) yield input.subarray(at, at + 7);
  }
  const whole = await readHead({ headers, body: input });
  assert.deepEqual(await readHead({ headers, body: chunks() }), whole, 'chunks');
}

/** A server that sends exactly these bytes. */
async function httpResponse(input: Uint8Array): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(input));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  const client = new RobotsClient({ userAgent: 'FuzzBot/1.0', proxy: 'none', guard: false });
  try {
    const site = `http://127.0.0.1:${address.port}`;
    const { outcome } = await client.check(`${site}/private/`);
    assert.match(outcome, /^(?:allowed|disallowed|unreachable)$/);
  } finally {
    await client.close();
    server.close();
  }
}

async function* once(input: Uint8Array): AsyncGenerator<Uint8Array> {
  yield input;
}

/** Damaged input is an InputError. */
async function compressed(input: Uint8Array): Promise<void> {
  try {
    let bytes = 0;
    for await (const chunk of decompress('input', once(input))) {
      bytes += chunk.length;
      // The reader decides how much of a compression bomb it takes.
      if (bytes > 2 ** 24) break;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'repkit-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Damage is a fault of the report, or the file is no archive. */
async function archive(input: Uint8Array): Promise<void> {
  const file = join(folder, 'archive');
  writeFileSync(file, input);
  try {
    const opened = await openArchive(file);
    try {
      const report = new ArchiveReport();
      for await (const { position, site } of opened.entries(report)) {
        assert.equal((await opened.readAt(position))?.site, site, 'read again');
      }
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

const HTTP = `HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nCache-Control: max-age=60\r\n`;
const zipped = gzipSync(ROBOTS_TXT);
const responses = [
  { url: 'https://example.com/robots.txt', body: ROBOTS_TXT },
  { url: 'https://b.example/robots.txt', status: 301, fields: 'Location: /other\r\n' },
];

const ROBOTS_TXT_FILES = {
  seeds: [ROBOTS_TXT, Buffer.from(`\ufeff${ROBOTS_TXT}`, 'utf16le')],
  words: [
    'User-agent: ',
    'Disallow: /',
    'Allow: *',
    'Sitemap: https://',
    '\xff\xfe',
    '*',
    '$',
    '%2F',
    '\r',
    '\n\n',
    '\0',
    '#',
    ':',
  ],
};

export const targets: Readonly<Record<string, Target>> = {
  'robots-txt': { ...ROBOTS_TXT_FILES, run: robotsTxt },
  analyses: { ...ROBOTS_TXT_FILES, run: analyses },
  url: { seeds: URLS, words: ['%', '%zz', '//', '?', '#', 'https:', '\\', '@', '[::1]'], run: url },
  'user-agent': {
    seeds: ['Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)', 'ExampleBot'],
    words: ['(', ')', '/', ';', '*', ' '],
    run: userAgent,
  },
  'response-fields': {
    seeds: [
      'train-ai=n, search=y;p="a, b", x=(1 2.5);q=:aGk=:, d=@1, s=%"%c3%bc"',
      'googlebot: noindex, unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, max-snippet:5',
      '*;noindex;nosnippet, ExampleBot;noindex',
      '<https://example.com/l>; rel="license"; type="application/rsl+xml"',
      '[{"location":"/*a$","tdm-reservation":1,"tdm-policy":"https://example.com/p"}]',
      '/a/*b$ train-ai=n',
      'search=yes, ai-train=no, use=reference',
    ],
    words: ['"', ',', ';', '=', '(', ')', '?1', '%"', ': ', 'none', 'all', '\n', '/ ', '\\'],
    run: responseFields,
  },
  html: {
    seeds: [
      '<!doctype html><html><head><title>a</title><meta name="robots" content="noindex"></head><body>',
      '<head><script>"<body>"</script><!-- <body> --><noscript><img></noscript><META NAME=robots CONTENT=none>',
      '<template><meta name=robots content=noindex></template></head><meta name=googlebot content=none>text',
    ],
    words: ['<', '>', '/', '</', '"', "'", '=', '<!--', '-->', '&#', 'head', 'template', 'title', 'svg'],
    run: html,
  },
  'http-response': {
    seeds: [
      `${HTTP}Content-Length: ${Buffer.byteLength(ROBOTS_TXT)}\r\n\r\n${ROBOTS_TXT}`,
      `${HTTP}Transfer-Encoding: chunked\r\n\r\n5\r\nAllow\r\n0\r\n\r\n`,
      Buffer.concat([Buffer.from(`${HTTP}Content-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`), zipped]),
      'HTTP/1.1 503 Busy\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n',
    ],
    words: ['\r\n', '\r\n\r\n', 'Content-Length: 9', ': ', 'gzip, br', 'max-age=', 'no-store', '304'],
    run: httpResponse,
  },
  compressed: {
    seeds: [zipped, Buffer.concat([zipped, zipped]), zstdCompressSync(ROBOTS_TXT)],
    words: ['\x1f\x8b\x08\0', '\x28\xb5\x2f\xfd', '\x50\x2a\x4d\x18'],
    run: compressed,
  },
  archive: {
    seeds: [
      Buffer.concat(responses.map(warcRecord)),
      warcGz(responses),
      '{"url":"https://example.com/robots.txt","status":200,"body":"Disallow: /"}\n',
    ],
    words: ['WARC/1.0\r\n', 'Content-Length: 5\r\n', '\r\n\r\n', '\x1f\x8b\x08\0', '{"url":"', '"}\n'],
    run: archive,
  },
};
