/** Check many URLs, survey an archive and check rows that contain their robots.txt: the library used by `filter` and `survey`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filterUrls, surveyArchives, Tallies } from '@repkit/bulk';

// An archive may also be a WARC file, NDJSON, or a SQLite store of the client.
const archive = mkdtempSync(join(tmpdir(), 'robots-'));
writeFileSync(join(archive, 'example.com'), 'User-agent: *\nDisallow: /private/\n');
writeFileSync(join(archive, 'example.org'), 'User-agent: GPTBot\nDisallow: /\n');

const verdicts = filterUrls({
  input: [Buffer.from('https://example.com/private/a\nhttps://example.org/\n')],
  rows: { name: 'tsv' },
  rules: {
    kind: 'archive',
    archive,
    missing: 'unreachable',
    overrides: {},
  },
  crawlers: ['GPTBot', 'CCBot'],
  threads: 2,
});
for await (const { bytes } of verdicts) process.stdout.write(bytes);

const survey = surveyArchives({
  files: [archive],
  crawlers: ['GPTBot'],
  overrides: {},
  isLinted: false,
  format: 'csv',
  threads: 2,
});
const tallies = new Tallies();
for await (const part of survey) tallies.add(part.tallies);
console.log(`${tallies.get('files', 'all')} robots.txt files surveyed`);

const row = JSON.stringify({
  robotsTxt: 'User-agent: *\nDisallow: /private/',
  url: 'https://example.com/private/a',
});
const rowVerdicts = filterUrls({
  input: [Buffer.from(`${row}\n`)],
  rows: { name: 'ndjson', columns: { robotsTxt: 'robotsTxt' } },
  rules: { kind: 'rows', overrides: {} },
  crawlers: ['GPTBot'],
  print: 'verdicts',
});
for await (const { bytes } of rowVerdicts) process.stdout.write(bytes);

rmSync(archive, { recursive: true });

// Prints:
// https://example.com/private/a	GPTBot	disallowed
// https://example.com/private/a	CCBot	disallowed
// https://example.org/	GPTBot	disallowed
// https://example.org/	CCBot	allowed
// 2 robots.txt files surveyed
// {"verdict":"disallowed"}
