import { expect, test } from 'vitest';
import { type AuditReport, type CrawlerReport, mergeReports } from '../../src/audit/report.js';
import { reportNotes, reportSentences, reportTable, shortTable } from '../../src/audit/report-text.js';

const REPORT: AuditReport = {
  version: 1,
  source: 'git',
  site: 'example.com',
  files: [{ name: 'v1', from: '2026-11-01T00:00:00.000Z' }],
  span: { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
  lines: { read: 1, unreadable: 0 },
  others: { clients: 1, withoutUserAgent: 0, otherHosts: 0, outsidePeriod: 0 },
  crawlers: [],
  notes: [],
  isComplete: true,
};
const V2 = { name: 'v2', from: '2026-11-20T12:00:00.000Z' };

test('reports of other periods may have other versions', () => {
  const later = { ...REPORT, files: [{ ...V2, from: '2026-11-22T00:00:00.000Z' }] };
  const sum = mergeReports([
    { ...REPORT, span: undefined, site: undefined, files: [] },
    REPORT,
    { ...later, span: { from: '2026-11-23T00:00:00.000Z', to: '2026-11-24T00:00:00.000Z' } },
  ]);
  expect(sum).toMatchObject({
    site: 'example.com',
    files: [{ name: 'v1' }, { name: 'v2' }],
    span: { from: '2026-11-20T00:00:00.000Z', to: '2026-11-24T00:00:00.000Z' },
  });
});

test.each<[string, Partial<AuditReport>, string]>([
  ['of another site', { site: 'www.example.com' }, '"example.com" and "www.example.com"'],
  ['with a file as the source', { source: 'file' }, 'Judge all logs by the same history.'],
  ['with another version in the same period', { files: [...REPORT.files, V2] }, 'same history'],
  ['with another start of a version', { files: [{ name: 'v1', from: '2026-11-20T10:00:00.000Z' }] }, 'same history'],
])('a report %s cannot be added', (_name, changes, message) => {
  for (const reports of [
    [REPORT, { ...REPORT, ...changes }],
    [{ ...REPORT, ...changes }, REPORT],
  ]) {
    expect(() => mergeReports(reports)).toThrow(/Name one with --site|same history/);
  }
  expect(() => mergeReports([REPORT, { ...REPORT, ...changes }])).toThrow(message);
});

test('two files are two histories', () => {
  const ofFile = (name: string): AuditReport => ({
    ...REPORT,
    source: 'file',
    files: [{ name, from: undefined }],
  });
  expect(() => mergeReports([ofFile('a'), ofFile('b')])).toThrow('same history');
  expect(mergeReports([ofFile('a'), ofFile('a')]).lines.read).toBe(2);
});

test.each([
  [0, 0, 1, 'The log contains no requests of known crawlers.'],
  [9, 0, 1, 'No violations in 9 requests of 1 crawler.'],
  [9, 4, 1, 'No violations in the 5 of 9 requests of 1 crawler that could be judged.'],
  [9, 9, 0, 'None of 9 requests of 1 crawler could be judged: the history begins after the log ends.'],
  [
    9,
    9,
    1,
    'None of 9 requests of 1 crawler could be judged: the history begins later or ends earlier, or robots.txt was unreachable.',
  ],
])('%i requests, %i of them unknown, %i versions', (requests, unknown, versions, sentence) => {
  const none = { violations: 0, notGoverned: 0, robotsTxtFetches: {} };
  const counts = { ...none, requests, unknown } as CrawlerReport;
  const files = REPORT.files.slice(0, versions);
  expect(reportSentences({ ...REPORT, files, crawlers: [counts] })).toEqual([sentence]);
});

test.each([{ outsidePeriod: 3 }, { otherHosts: 3 }])('no crawler in the judged part of a log, with %o', (counts) => {
  const others = { ...REPORT.others, ...counts };
  expect(reportSentences({ ...REPORT, others })).toEqual(['No requests of known crawlers for this site and period.']);
});

test('clients without a User-Agent are counted among the others', () => {
  const others = { ...REPORT.others, clients: 1200, withoutUserAgent: 1100 };
  const sentence = 'Not judged: 1,200 requests of browsers and other clients, 1,100 of them without a User-Agent.';
  expect(reportNotes({ ...REPORT, others })).toContain(sentence);
});

test('no request for the site has a User-Agent', () => {
  const others = { clients: 2, withoutUserAgent: 2, otherHosts: 1, outsidePeriod: 0 };
  const sentence = 'Nothing was judged: no request for this site and period has a User-Agent, which would name the crawler.';
  expect(reportSentences({ ...REPORT, others })).toEqual([sentence]);
});

/** Returns what the report says about a crawler with 2 violations. */
function sentencesAbout(crawler: Partial<CrawlerReport>) {
  const counts = {
    crawler: 'MJ12bot',
    requests: 9,
    violations: 2,
    impostors: 0,
    robotsTxtFetches: {},
    rules: [],
    violationsBy: { verified: 0, unverifiable: 2, unchecked: 0 },
    ...crawler,
  } as unknown as CrawlerReport;
  return reportSentences({ ...REPORT, crawlers: [counts] });
}

test('a crawler without known addresses is not accused of documenting none', () => {
  expect(sentencesAbout({})).toEqual([
    'MJ12bot broke robots.txt with 2 of 9 requests. None of its requests was for robots.txt. repkit has no way to verify these requests.',
  ]);
});

test.each<[string, Partial<CrawlerReport>]>([
  ['None of its requests was for robots.txt.', {}],
  // A redirect may have led it to the file on another host.
  ['None of its requests for robots.txt returned the file.', { robotsTxtFetches: { 301: 1, 503: 2 } }],
  ['It last fetched robots.txt on 2026-11-20 10:00 UTC.', fetchedFile(undefined)],
  ['It last fetched robots.txt on 2026-11-20 10:00 UTC (version v1).', fetchedFile('v1')],
])('%s', (sentence, crawler) => {
  expect(sentencesAbout(crawler)[0]).toContain(` requests. ${sentence} repkit`);
});

function fetchedFile(file: string | undefined): Partial<CrawlerReport> {
  return { robotsTxtFetches: { 200: 1 }, lastFetch: { time: '2026-11-20T10:00:00.000Z', file } };
}

test('tables for people group digits, and others do not', () => {
  const none = { withinGrace: 0, unknown: 0, refused: 0, notGoverned: 0, impostors: 0, robotsTxtFetches: {}, crawlDelays: [] };
  const crawler = {
    crawler: 'MJ12bot',
    requests: 12_345,
    allowed: 11_111,
    violations: 1234,
    ...none,
  } as unknown as CrawlerReport;
  const report = { ...REPORT, crawlers: [crawler] };
  expect(shortTable(report).rows).toEqual([['MJ12bot', '12,345', '11,111', '1,234', 'none']]);
  expect(reportTable(report).rows).toEqual([['MJ12bot', 12_345, 11_111, 1234, 0, 0, 0, 0, 0, 'none', '']]);
});
