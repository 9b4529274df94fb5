import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { warcRecord } from '../../../../test/support/warc.js';
import { InputError } from '../../src/bytes/input-error.js';
import { surveyArchives, surveyedSections } from '../../src/survey/archive-survey.js';
import {
  SectionSurvey,
  type SectionTask,
  type SurveyedSection,
} from '../../src/survey/section-survey.js';
import { Pool, type Runner } from '../../src/threads/pool.js';
import { bigWarc, SITES, SURVEY } from '../support/survey-archives.js';
import { fakeSystem, startInProcess } from '../support/system.js';

const WORK = { options: SURVEY, format: 'ndjson' } as const;

function alone() {
  return new SectionSurvey(WORK);
}

async function inParallel() {
  const pool = new Pool<SectionTask, SurveyedSection>(alone(), {
    threads: 2,
    tasksPerThread: 2,
    startThreads: startInProcess,
    kind: 'survey',
    work: WORK,
  });
  await pool.start();
  return pool;
}

async function sitesOf(file: string, runner: Runner<SectionTask, SurveyedSection>) {
  onTestFinished(() => runner.close());
  const sites: string[] = [];
  let sections = 0;
  let faults = 0;
  for await (const { text, faultCount } of surveyedSections([file], runner)) {
    sections += 1;
    faults += faultCount;
    for (const line of text.trim().split('\n')) if (line !== '') sites.push(JSON.parse(line).site);
  }
  return { sites, sections, faults };
}

test('yields each entry once and in order, with and without threads', async () => {
  const file = bigWarc();
  const single = await sitesOf(file, alone());
  expect(single).toMatchObject({ sites: SITES, faults: 0 });
  expect(single.sections).toBeGreaterThan(2);
  expect(await sitesOf(file, await inParallel())).toEqual(single);
});

test('damage across the start of a section loses only the damaged entries', async () => {
  const file = bigWarc();
  const bytes = readFileSync(file);
  bytes.fill(0x55, 1024 * 1024 - 50, 1024 * 1024 + 50);
  writeFileSync(file, bytes);
  const { sites, faults } = await sitesOf(file, await inParallel());
  expect(SITES.length - sites.length).toBeLessThan(3);
  expect(sites.length).toBeLessThan(SITES.length);
  expect(faults).toBe(1);
  expect(sites).toEqual(SITES.filter((site) => sites.includes(site)));
});

test('a body that looks like an archive is not mistaken for the start of a section', async () => {
  const forged = gzipSync(warcRecord({ url: 'https://forged.example/robots.txt' }), { level: 9 });
  // Uncompressed bodies that consist of gzip members, so that every section starts near one.
  const body = Buffer.concat(Array.from({ length: 150 }, () => forged));
  const responses = SITES.slice(0, 100).map((site) => ({ url: `${site}/robots.txt`, body }));
  const file = `${temporaryFolder()}/forged.warc.gz`;
  writeFileSync(
    file,
    Buffer.concat(responses.map((one) => gzipSync(warcRecord(one), { level: 0 }))),
  );
  const { sites, sections, faults } = await sitesOf(file, alone());
  expect(sections).toBeGreaterThan(1);
  expect({ sites, faults }).toEqual({ sites: SITES.slice(0, 100), faults: 0 });
});

test('line numbers of NDJSON count from the start of the file', async () => {
  const file = `${temporaryFolder()}/a.ndjson`;
  const row = `${JSON.stringify({ host: 'a.example', robotsTxt: '#'.repeat(2000) })}\n`;
  writeFileSync(file, `${row.repeat(1000)}bad\n`);
  const found = [];
  for await (const { faults } of surveyedSections([file], alone())) found.push(...faults);
  expect(found).toMatchObject([{ line: 1001 }]);
});

test('rejects a file that is not an archive before any work', async () => {
  const file = `${temporaryFolder()}/other`;
  writeFileSync(file, 'User-agent: *');
  const parts = surveyArchives({ ...SURVEY, files: [file], format: 'ndjson' }, fakeSystem());
  await expect(parts.next()).rejects.toThrow(InputError);
});
