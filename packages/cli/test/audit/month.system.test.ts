/** Judges a generated month of logs, with git and the real readers. Each row of the table has its expected class. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { AuditReport } from '@repkit/bulk';
import { crawlerProfile } from '@repkit/core/crawlers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listUrls } from '../../src/input/address-lists.js';
import { cachePath } from '../../src/input/cache-path.js';
import type { GitResult, Io } from '../../src/program/io.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';
import { git as runGit } from '../support/git.js';
import { AGENTS, type Class, MONTH, PREFIXES, type Row, requestOf, SITE } from './month.js';
import { FORMATS, type LogName } from './month-logs.js';
import { writeVersions } from './month-repository.js';

/** Lines that no reader can read. Those of the proxy have no field 10. */
const UNREADABLE: Readonly<Partial<Record<LogName, readonly (string | Uint8Array)[]>>> = {
  nginx: [
    Uint8Array.of(0, 255, 254, 128, 10, 13, 27),
    '192.0.2.5 - - [04/Nov/2026:10:00:00 +0000] "\\x16\\x03\\x01" 400 157 "-" "-"',
    `192.0.2.5 - - [04/Nov/2026:10:00:00 +0000] "GET /private/a HTTP/1.1" 200 512 "-" "GPTBot/1.2 ${'x'.repeat(2 ** 21)}"`,
    '192.0.2.5 - - [31/Nov/2026:10:00:00 +0000] "GET /private/a HTTP/1.1" 200 512 "-" "GPTBot/1.2"',
  ],
  caddy: ['{"level":"info","ts":1793', '{"level":"error","msg":"no certificate"}'],
  proxy: ['10.0.0.9 - - [07/Nov/2026:10:00:00 +0000] "GET /private/a HTTP/1.1" 200 512 "-" "GPTBot/1.2"'],
};
// The first of them is two lines.
const UNREADABLE_LINES = 8;

/** Browsers and a crawler that obeys, in every hour until today's file. */
function background(): Row[] {
  const logs: readonly LogName[] = ['nginx', 'vhost', 'caddy', 'cloudfront', 'iis'];
  return Array.from({ length: 26 * 24 }, (_, hour): Row[] => {
    const time = new Date(Date.UTC(2026, 10, 1, hour, 30, 7)).toISOString().replace('.000', '');
    const log = logs[hour % logs.length] as LogName;
    // It received an error on the 12th, and tries again a day later.
    const isUnreachable = '2026-11-12' <= time && time < '2026-11-13T05';
    const target = hour % 24 === 5 ? '/robots.txt' : `/articles/${hour}`;
    const isKnown = target === '/robots.txt' || !isUnreachable;
    return [
      [log, time, 'browser', hour % 7 === 0 ? '/private/' : `/articles/${hour}`, 'client'],
      [...([log, time, 'SeznamBot', target, isKnown ? 'allowed' : 'unknown'] as const), { status: isUnreachable ? 503 : 200 }],
    ];
  }).flat();
}

const ROWS = [...Object.values(MONTH).flat(), ...background()];

interface Judged {
  readonly log: LogName;
  readonly line: string;
  readonly ms: number;
  readonly agent: string;
  readonly expected: Class;
  /** The columns of the evidence that the row determines. */
  readonly evidence: string;
}

function judged(row: Row): Judged {
  const [log, time, agent, path, expected] = row;
  const request = requestOf(row);
  const ms = Date.parse(time);
  // The whole seconds of most logs.
  const second = log === 'caddy' ? ms : Math.floor(ms / 1000) * 1000;
  const columns = [
    ...[new Date(second).toISOString(), request.address.replace(/.*(?:, |::ffff:)/, ''), agent],
    ...[AGENTS[agent]?.verification, `https://${SITE}${path}`, request.status],
  ];
  return {
    log,
    line: FORMATS[log].line(request),
    ms,
    agent,
    expected,
    evidence: columns.join(','),
  };
}

const JUDGED = ROWS.map(judged);

/** Names of files, in no order of time. */
const FILES: Readonly<Record<LogName, string>> = {
  iis: 'u_ex2611.log.zst',
  nginx: 'access.log',
  vhost: 'hosts.log.gz',
  cloudfront: 'E2.gz',
  caddy: 'caddy.json',
  proxy: 'proxy.log',
};

function logFiles(rows: readonly Judged[]): Record<string, Uint8Array> {
  const entries = Object.entries(FILES).map(([log, file]) => {
    const { head } = FORMATS[log as LogName];
    const lines = rows.flatMap((row) => (row.log === log ? [row.line] : []));
    // The format is that of the first lines.
    const all = [...head, ...lines, ...(UNREADABLE[log as LogName] ?? [])];
    const bytes = Buffer.concat(all.flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]));
    if (file.endsWith('.gz')) return [file, gzipSync(bytes)] as const;
    return [file, file.endsWith('.zst') ? zstdCompressSync(bytes) : bytes] as const;
  });
  return Object.fromEntries(entries);
}

const repository = mkdtempSync(join(tmpdir(), 'repkit-month-'));
/** The results of git, which are the same in each run. */
const gitResults = new Map<string, Promise<GitResult>>();

const git: Io['git'] = (args, input) => {
  const key = JSON.stringify([args, input]);
  const result = gitResults.get(key) ?? runGit(args, repository, input);
  gitResults.set(key, result);
  return result;
};

const files = logFiles(JUDGED);
const home = '/home/jane';
const now = () => Date.UTC(2026, 10, 30);

beforeAll(() => {
  writeVersions(repository);
  for (const [name, prefixes] of Object.entries(PREFIXES)) {
    const [list = ''] = listUrls([crawlerProfile(name)].flatMap((profile) => profile ?? []));
    const { host, pathname } = new URL(list);
    const path = cachePath(fakeIo({ home }), 'addresses', `${host}${pathname.replaceAll('/', '_')}`);
    const entries = prefixes.map((prefix) => (prefix.includes(':') ? { ipv6Prefix: prefix } : { ipv4Prefix: prefix }));
    const fetchedAt = '2026-11-29T00:00:00Z';
    const cached = { version: 1, url: list, fetchedAt, list: { prefixes: entries } };
    files[path] = Buffer.from(JSON.stringify(cached));
  }
});

afterAll(() => rmSync(repository, { recursive: true, force: true }));

/** Audits the logs of the site, and those of its proxy. */
async function audit(options: readonly string[] = []) {
  const { proxy, ...logs } = FILES;
  const runs = [Object.values(logs), ['--ip-field', '10', proxy]];
  const reports: AuditReport[] = [];
  let evidence = '';
  for (const names of runs) {
    const io = { ...fakeIo({ files, home, now }), git };
    const always = ['--git', 'robots.txt', '--site', SITE, '--format', 'json'];
    const written = ['--evidence', 'evidence.csv', '--rejects', 'rejects'];
    expect(await run(['audit', ...always, ...written, ...options, ...names], io)).toBe(0);
    reports.push(JSON.parse(io.written.out));
    evidence += io.files.get('evidence.csv');
  }
  const rows = evidence.split('\r\n').filter((row) => !/^(?:time,.*)?$/.test(row));
  return { reports, rows };
}

const COUNTED = {
  allowed: 'allowed',
  violation: 'violations',
  grace: 'withinGrace',
  unknown: 'unknown',
  'not governed': 'notGoverned',
  impostor: 'impostors',
} as const;

type Counts = Record<string, Record<string, number>>;

function add(counts: Counts, crawler: string, name: string, count: number): void {
  if (count > 0) counts[crawler] = { ...counts[crawler], [name]: (counts[crawler]?.[name] ?? 0) + count };
}

/** Counts that are not zero, by crawler. */
function expectedCounts(rows: readonly Judged[]): Counts {
  const counts: Counts = {};
  for (const { agent, expected } of rows) {
    if (expected === 'client' || expected === 'other host') continue;
    add(counts, agent, COUNTED[expected], 1);
  }
  return counts;
}

function reportedCounts(reports: readonly AuditReport[]): Counts {
  const counts: Counts = {};
  for (const crawler of reports.flatMap(({ crawlers }) => crawlers)) {
    for (const name of [...Object.values(COUNTED), 'refused'] as const) {
      add(counts, crawler.crawler, name, crawler[name]);
    }
  }
  return counts;
}

/** The evidence without class, rule and version. */
function evidenceOf(rows: readonly string[]): string[] {
  return rows.map((row) => {
    const [time, address, crawler, verification, , url, status] = row.split(',');
    return [time, address, crawler, verification, url, status].join(',');
  });
}

const violations = (rows: readonly Judged[]) =>
  rows.flatMap(({ expected, evidence }) => (expected === 'violation' ? [evidence] : [])).sort();

test('the table has forty situations, with each class in each format', () => {
  expect(Object.keys(MONTH).length).toBeGreaterThanOrEqual(40);
  const classes = new Set(ROWS.map(([, , , , expected]) => expected));
  expect(classes.size).toBe(8);
  for (const log of ['nginx', 'caddy', 'cloudfront', 'iis'] as const) {
    const inLog = new Set(ROWS.flatMap(([name, , , , expected]) => (name === log ? [expected] : [])));
    expect([...inLog], log).toEqual(expect.arrayContaining(['violation', 'grace', 'allowed']));
  }
});

test('the whole month', async () => {
  const { reports, rows: evidence } = await audit();
  expect(reportedCounts(reports)).toEqual(expectedCounts(JUDGED));
  expect(evidenceOf(evidence).sort()).toEqual(violations(JUDGED));
  const sum = (count: (report: AuditReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  const countOf = (kind: Class) => JUDGED.filter(({ expected }) => expected === kind).length;
  expect({
    read: sum(({ lines }) => lines.read),
    unreadable: sum(({ lines }) => lines.unreadable),
    clients: sum(({ others }) => others.clients),
    otherHosts: sum(({ others }) => others.otherHosts),
    outsidePeriod: sum(({ others }) => others.outsidePeriod),
  }).toEqual({
    read: JUDGED.length,
    unreadable: UNREADABLE_LINES,
    clients: countOf('client'),
    otherHosts: countOf('other host'),
    outsidePeriod: 0,
  });
});

test('standard input, in the order of time, is judged like a file in another order', async () => {
  const rows = JUDGED.filter(({ log }) => log === 'nginx');
  const text = (sorted: readonly Judged[]) => sorted.map(({ line }) => `${line}\n`).join('');
  const stdin = text(rows.toSorted((a, b) => a.ms - b.ms));
  const outputs: string[] = [];
  for (const name of ['-', 'a.log']) {
    const world = { files: { ...files, 'a.log': Buffer.from(text(rows)) }, stdin, home, now };
    const io = { ...fakeIo(world), git };
    const options = ['--git', 'robots.txt', '--site', SITE, '--format', 'json', name];
    expect(await run(['audit', ...options], io)).toBe(0);
    outputs.push(io.written.out);
  }
  expect(outputs[0]).toBe(outputs[1]);
});

describe('each situation', () => {
  test.each(Object.entries(MONTH))('%s', async (_name, situation) => {
    const seconds = situation.map((row) => Math.floor(judged(row).ms / 1000));
    const [since, until] = [Math.min(...seconds), Math.max(...seconds) + 1];
    // Rows of other situations may be in between, and count too.
    const rows = JUDGED.filter(({ ms }) => since * 1000 <= ms && ms < until * 1000);
    const iso = (second: number) => new Date(second * 1000).toISOString().replace('.000', '');
    const period = ['--since', iso(since), '--until', iso(until)];
    const { reports, rows: evidence } = await audit(period);
    const where = rows.map(({ line }) => line).join('\n');
    expect(reportedCounts(reports), where).toEqual(expectedCounts(rows));
    expect(evidenceOf(evidence).sort(), where).toEqual(violations(rows));
  });
});
