import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcRecord } from '../../../../test/support/warc.js';
import { InputError } from '../../src/bytes/input-error.js';
import { type SurveyRun, surveyArchives } from '../../src/survey/archive-survey.js';
import { all } from '../support/blocks.js';
import { bigWarc, SITES, SURVEY } from '../support/survey-archives.js';
import { fakeSystem } from '../support/system.js';

async function surveyed(file: string, threads = 1, format: SurveyRun['format'] = 'ndjson') {
  const run = { ...SURVEY, files: [file], format, threads };
  const parts = await all(surveyArchives(run, fakeSystem(threads)));
  const text = Buffer.concat(parts.map(({ bytes }) => bytes)).toString();
  const sites =
    format === 'ndjson' && text !== ''
      ? text
          .trimEnd()
          .split('\n')
          .map((line): string => JSON.parse(line).site)
      : [];
  const faults = parts.flatMap((part) => part.faults);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return { text, sites, faults, rows, parts: parts.length };
}

test('yields each entry once and in order, with and without threads', async () => {
  const file = bigWarc();
  const single = await surveyed(file);
  expect(single).toMatchObject({ sites: SITES, faults: [] });
  expect(single.parts).toBeGreaterThan(3);
  expect(await surveyed(file, 3)).toEqual(single);
});

test('damage loses only the damaged entries', async () => {
  const file = bigWarc();
  const bytes = readFileSync(file);
  bytes.fill(0x55, 1024 * 1024 - 50, 1024 * 1024 + 50);
  writeFileSync(file, bytes);
  const { sites, faults } = await surveyed(file, 2);
  expect(SITES.length - sites.length).toBeLessThan(3);
  expect(sites.length).toBeLessThan(SITES.length);
  expect(faults).toHaveLength(1);
  expect(sites).toEqual(SITES.filter((site) => sites.includes(site)));
});

test('a body that looks like an archive is not mistaken for one', async () => {
  const forged = gzipSync(warcRecord({ url: 'https://forged.example/robots.txt' }), { level: 9 });
  // A body that starts like compressed data is unreadable.
  const body = Buffer.concat([Buffer.alloc(2000, '#'), ...Array(150).fill(forged)]);
  const sites = SITES.slice(0, 100);
  const records = sites.map((site) => warcRecord({ url: `${site}/robots.txt`, body }));
  const file = `${temporaryFolder()}/forged.warc.gz`;
  writeFileSync(file, Buffer.concat(records.map((record) => gzipSync(record, { level: 0 }))));
  expect(await surveyed(file)).toMatchObject({ sites, faults: [] });
});

test('line numbers of NDJSON count from the start of the file', async () => {
  const file = `${temporaryFolder()}/a.ndjson`;
  const row = `${JSON.stringify({ host: 'a.example', robotsTxt: '#'.repeat(2000) })}\n`;
  writeFileSync(file, `${row.repeat(1000)}bad\n`);
  expect((await surveyed(file)).faults).toMatchObject([{ line: 1001 }]);
});

test.each(['csv', 'parquet'] as const)('%s: all rows', async (format) => {
  const file = `${temporaryFolder()}/a.ndjson`;
  writeFileSync(file, '{"host":"a.example","robotsTxt":""}\n[]\n{"host":"b.example","status":404}\n');
  const { text, rows, faults } = await surveyed(file, 1, format);
  expect({ rows, faults: faults.length }).toEqual({ rows: 2, faults: 1 });
  expect(text).toMatch(format === 'csv' ? /^site,.*\r\na\.example,/ : /^PAR1/);
});

test('rejects a file that is not an archive before any work', async () => {
  const file = `${temporaryFolder()}/other`;
  writeFileSync(file, 'User-agent: *');
  const parts = surveyArchives({ ...SURVEY, files: [file], format: 'ndjson' }, fakeSystem());
  await expect(parts.next()).rejects.toThrow(InputError);
});
