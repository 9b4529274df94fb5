/** Compares `filterUrls` with a decision per row, for all formats, sources of rules, chunks and numbers of threads. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Access, decide, robotsFile } from '@repkit/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcGz, warcRecord } from '../../../../test/support/warc.js';
import { filterUrls } from '../../src/filter/filter-urls.js';
import type { FixedRules } from '../../src/filter/rules-source.js';
import type { NamedColumns } from '../../src/rows/row-format.js';
import { all, pieces } from '../support/blocks.js';
import { fakeSystem } from '../support/system.js';

interface InputRow {
  readonly url: string;
  readonly robotsTxt: string;
  /** Empty for the token of the run. */
  readonly token: string;
  /** A column that passes through. */
  readonly note: string;
}

const FILES = {
  'a.example': 'User-agent: *\nDisallow: /p\n\nUser-agent: b\nDisallow: /\nAllow: /é$\n',
  'b.example': 'User-agent: b\r\nDisallow: /*q\r\n',
  'c.example:8080': '\ufeffUser-agent: *\nDisallow: /',
  'xn--bcher-kva.example': '',
};
type Host = keyof typeof FILES;

const VALID = [
  ...['/', '/p', '/p?q', '/é', '//a.example/p', '/a,b', '/"a"', '/\\p', '/*q', '/%70'],
  ...['http://a.example/p', 'https://a.example', 'https://a.example?q', 'http://b.example/a?q#p'],
  ...['HTTP://A.EXAMPLE:80/p', 'http://c.example:8080/', 'http://c.example/', 'https:a.example/p'],
  ...['http://bücher.example/x', 'https://u:p@b.example/q', 'http://\\/b.example/q', 'ftp://d.example/', 'http://a.example./p'],
];
const INVALID = ['', 'p', 'a.example/p', 'http:///', 'http://[::1/p', 'mailto:a', '"', ' ', '\ufeff'];
const TOKENS = ['', 'b', 'c', 'b b', '/', 'é'];

const record: fc.Arbitrary<InputRow> = fc.record({
  url: fc.constantFrom(...VALID, ...VALID, ...INVALID),
  robotsTxt: fc.constantFrom(...Object.values(FILES)),
  token: fc.constantFrom(...TOKENS),
  note: fc.constantFrom('', '1', 'a,b', '"', 'é', '\\', '\\N', '}', 'url,robots,token,note'),
});

const FORMATS = ['tsv', 'csv', 'ndjson'] as const;
type Format = (typeof FORMATS)[number];

/** Returns the rows as a writer of the format has them. */
function written(records: readonly InputRow[], format: Format, lineEnd: string): string {
  const escaped = (cell: string) => cell.replace(/[\\\n\r\t]/g, (character) => ESCAPED[character] ?? '');
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = records.map((record) => {
    if (format === 'ndjson') return JSON.stringify(record);
    const cells = Object.values(record);
    return format === 'csv' ? cells.map(quoted).join(',') : cells.map(escaped).join('\t');
  });
  const header = format === 'csv' ? ['url,robotsTxt,token,note'] : [];
  return [...header, ...rows].map((row) => row + lineEnd).join('');
}

const ESCAPED: { readonly [character: string]: string } = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function columnsOf(format: Format): NamedColumns {
  return format === 'tsv' ? { url: '1', robotsTxt: '2', agent: '3' } : { url: 'url', robotsTxt: 'robotsTxt', agent: 'token' };
}

/** Returns the verdicts of the output, one per row. */
async function verdicts(records: readonly InputRow[], format: Format, { lineEnd, size, threads, rules }: Run): Promise<string[]> {
  const options = {
    input: pieces(written(records, format, lineEnd), size),
    rows: { name: format, columns: columnsOf(format) },
    print: 'verdicts',
    rules,
    crawlers: ['a'],
    threads,
  } as const;
  const blocks = await all(filterUrls(options, fakeSystem()));
  const lines = Buffer.concat(blocks.map(({ bytes }) => bytes))
    .toString()
    .split(lineEnd === '\r\n' ? /\r?\n/ : '\n');
  expect(lines.pop()).toBe('');
  if (format === 'csv') expect(lines.shift()).toBe('verdict');
  const invalid = blocks.flatMap(({ invalidRows }) => invalidRows).length;
  const found = lines.map((line) => (format === 'ndjson' ? JSON.parse(line).verdict : line));
  expect(found.filter((verdict) => verdict === 'invalid').length).toBe(invalid);
  return found;
}

function verdictOf(url: string, token: string, site: string | Access | undefined): string {
  if (!VALID.includes(url) || site === undefined) return 'invalid';
  try {
    return decide(site, url, token || 'a').outcome;
  } catch (error) {
    if (error instanceof TypeError) return 'invalid';
    throw error;
  }
}

interface Run {
  readonly lineEnd: string;
  readonly size: number;
  readonly threads: number;
  readonly rules: FixedRules;
}

const run = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n'),
  size: fc.constantFrom(3, 50, 1000),
  threads: fc.constantFrom(1, 2, 5),
});

test.each(FORMATS)('rows that contain their robots.txt: %s', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 30 }), run, async (records, run) => {
      const rules = { kind: 'rows', overrides: {} } as const;
      const expected = records.map(({ url, robotsTxt, token }) => verdictOf(url, token, robotsTxt));
      expect(await verdicts(records, format, { ...run, rules })).toEqual(expected);
    }),
    { numRuns: runs(1000) },
  );
});

test.each(['rows', 'explained-rows', 'groups'] as const)('each row appears once, in order and unchanged: %s', async (print) => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 30 }), run, async (records, run) => {
      const body = FILES['a.example'];
      const options = {
        input: pieces(written(records, 'ndjson', run.lineEnd), run.size),
        rows: { name: 'ndjson' },
        print,
        rules: { kind: 'robots', bytes: Buffer.from(body), overrides: {} },
        crawlers: ['a', 'b'],
        threads: run.threads,
      } as const;
      const blocks = await all(filterUrls(options, fakeSystem()));
      const lines = Buffer.concat(blocks.map(({ bytes }) => bytes))
        .toString()
        .split('\n');
      const expected = records.flatMap((record): object[] => {
        const results = options.crawlers.map((token) => {
          return { token, verdict: verdictOf(record.url, token, body) };
        });
        if (print !== 'groups') return results.map((result) => ({ ...record, ...result }));
        const isInvalid = results[0]?.verdict === 'invalid';
        const blocked = results.filter(({ verdict }) => verdict === 'disallowed');
        const groups = {
          blocked: isInvalid ? ['invalid'] : blocked.map(({ token }) => token),
          unknown: isInvalid ? ['invalid'] : [],
        };
        return [{ ...record, ...groups }];
      });
      const found = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
      expect(found.map(({ rule, line, ...row }) => row)).toEqual(expected);
    }),
    { numRuns: runs(300) },
  );
});

/** Writes the files as an archive, and returns its path. */
const ARCHIVES: { readonly [kind: string]: () => string } = {
  folder() {
    const folder = temporaryFolder();
    for (const [host, body] of Object.entries(FILES)) writeFileSync(`${folder}/${host}`, body);
    return folder;
  },
  'folder of folders'() {
    const folder = temporaryFolder();
    for (const [host, body] of Object.entries(FILES)) {
      mkdirSync(`${folder}/${host}`);
      writeFileSync(`${folder}/${host}/robots.txt`, body);
    }
    return folder;
  },
  ndjson: () => archiveOf(Object.entries(FILES).map(([host, robotsTxt]) => `${JSON.stringify({ host, robotsTxt })}\n`)),
  warc: () => archiveOf(RESPONSES.map(warcRecord)),
  'warc in members': () => archiveOf([warcGz(RESPONSES)]),
  'warc in one member': () => archiveOf([gzipSync(Buffer.concat(RESPONSES.map(warcRecord)))]),
};

const RESPONSES = Object.entries(FILES).flatMap(([host, body]) => [
  // The last response counts.
  { url: `http://${host}/robots.txt`, status: 503, body: '' },
  { url: `https://${host}/robots.txt`, body },
  { url: `http://${host}/robots.txt`, body },
]);

function archiveOf(parts: readonly (string | Uint8Array)[]): string {
  const path = `${temporaryFolder()}/archive`;
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  return path;
}

/** Returns what a site permits; undefined for a URL without a site. */
function siteOf(url: string): Access | undefined {
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).host.replace(/\.$/, '');
  const body = host in FILES ? FILES[host as Host] : undefined;
  return body === undefined ? { kind: 'unreachable' } : { kind: 'file', file: robotsFile(body) };
}

test.each(Object.keys(ARCHIVES))('an archive: %s', async (kind) => {
  const archive = ARCHIVES[kind]?.() ?? '';
  const rules = { kind: 'archive', archive, missing: 'unreachable', overrides: {} } as const;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FORMATS), fc.array(record, { maxLength: 30 }), run, async (format, records, run) => {
      const expected = records.map(({ url, token }) => verdictOf(url, token, siteOf(url)));
      expect(await verdicts(records, format, { ...run, rules })).toEqual(expected);
    }),
    { numRuns: runs(200) },
  );
});
