/** Check many URLs, survey an archive and check rows for a query engine: the library used by `filter`, `survey` and `worker`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRows, filterUrls, surveyArchives, Tallies } from '@repkit/bulk';

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
    given: {},
  },
  crawlers: ['GPTBot', 'CCBot'],
  threads: 2,
});
for await (const { bytes } of verdicts) process.stdout.write(bytes);

const survey = surveyArchives({
  files: [archive],
  crawlers: ['GPTBot'],
  given: {},
  isLinted: false,
  format: 'csv',
  threads: 2,
});
const tallies = new Tallies();
for await (const part of survey) tallies.add(part.tallies);
console.log(`${tallies.get('files', 'all')} robots.txt files surveyed`);

const rows = [Buffer.from('User-agent: *\\nDisallow: /private/\thttps://example.com/private/a\n')];
const answers = checkRows(rows, { format: 'tsv', crawler: 'GPTBot' });
for await (const bytes of answers) process.stdout.write(bytes);

rmSync(archive, { recursive: true });

// Prints:
// https://example.com/private/a	GPTBot	disallowed
// https://example.com/private/a	CCBot	disallowed
// https://example.org/	GPTBot	disallowed
// https://example.org/	CCBot	allowed
// 2 robots.txt files surveyed
// disallowed
