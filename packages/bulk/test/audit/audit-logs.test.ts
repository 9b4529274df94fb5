import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { auditLogs, fetchLines } from '../../src/audit/audit-logs.js';
import { Auditor } from '../../src/audit/auditor.js';
import type { Finding } from '../../src/audit/report.js';
import { at, historyOf, identities, logLine } from '../support/audit-log.js';
import { pieces } from '../support/blocks.js';
import { fakeSystem } from '../support/system.js';

const HISTORY = historyOf({
  '': 'User-agent: *\nDisallow: /private/\nCrawl-delay: 5\n',
  '20T00:10:00': 'User-agent: *\nAllow: /\n',
});
const AGENTS = ['GPTBot/1.2', 'CCBot/2.0', 'Mozilla/5.0 (X11; Linux x86_64)'];

/** A request in every second, some for robots.txt, and lines that cannot be read. */
const LINES = Array.from({ length: 2000 }, (_, second) => {
  if (second % 97 === 0) return `not a request ${second}`;
  const target = second % 50 === 0 ? '/robots.txt' : second % 3 === 0 ? '/private/a' : `/${second}`;
  return logLine({
    time: at('20T00:00:00') + second * 1000,
    target,
    agent: AGENTS[second % 3] ?? '',
    status: second % 700 === 0 ? 503 : 200,
    address: `192.0.2.${second % 5}`,
  });
});
const IIS = [
  '#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent)',
  '2026-11-20 00:00:00 192.0.2.1 GET /private/b 200 GPTBot/1.2',
  '#Fields: date time cs-method c-ip cs-uri-stem sc-status cs(User-Agent)',
  '2026-11-20 00:00:01 GET 192.0.2.1 /private/c 200 GPTBot/1.2',
  '2026-11-20 00:00:02 GET 192.0.2.1 /private/d 200 GPTBot/1.2',
  '',
];

async function audit(threads: number | undefined, isStream = false) {
  const findings: Finding[] = [];
  let rejects = '';
  const options = { site: 'example.com', onFinding: (finding: Finding) => findings.push(finding) };
  const auditor = new Auditor(HISTORY, identities, options);
  // The last line is cut.
  const texts = isStream ? [LINES] : [LINES, IIS, [...LINES, LINES[1]?.slice(0, 60) ?? '']];
  const run = {
    logs: texts.map((lines, index) => ({
      name: `${index}.log`,
      open: () => pieces(lines.join('\n'), 500),
    })),
    isStream,
    threads,
    onUnreadable: (lines: Uint8Array) => {
      rejects += Buffer.from(lines).toString();
    },
  };
  return { report: await auditLogs(auditor, run, fakeSystem(4)), findings, rejects };
}

test('the result is the same for any number of threads', async () => {
  const one = await audit(1);
  expect(one.report).toMatchObject({ isComplete: false, lines: { unreadable: 43 } });
  expect(one.findings.slice(0, 1)).toMatchObject([{ url: 'https://example.com/private/a' }]);
  expect(one.findings.map(({ url }) => url)).toContain('https://example.com/private/d');
  expect(one.rejects.split('\n')).toHaveLength(44);
  for (const threads of [2, 3, undefined]) expect(await audit(threads)).toEqual(one);
  const stream = await audit(1, true);
  expect(stream.report.crawlers).toHaveLength(2);
  expect(await audit(3, true)).toEqual(stream);
});

test('a log that is rotated between the two passes is an error', async () => {
  let opened = 0;
  const open = () => [Buffer.from(LINES.slice(0, ++opened === 1 ? 9 : 5).join('\n'))];
  const auditor = new Auditor(HISTORY, identities, { site: 'example.com' });
  await expect(auditLogs(auditor, { logs: [{ name: 'a.log', open }] })).rejects.toThrow(
    '"a.log" became shorter while it was read',
  );
});

test('errors in lines that were added after the first pass excuse crawlers', async () => {
  const at20 = (second: number) => at('20T00:00:00') + second * 1000;
  const added = [
    logLine({ time: at20(10), target: '/robots.txt', status: 404 }),
    logLine({ time: at20(20), target: '/private/a' }),
  ];
  let opened = 0;
  const open = () => [Buffer.from([...LINES.slice(1, 3), ...(++opened > 1 ? added : [])].join('\n'))];
  const auditor = new Auditor(HISTORY, identities, { site: 'example.com' });
  const { crawlers } = await auditLogs(auditor, { logs: [{ name: 'a.log', open }] });
  expect(crawlers.find(({ crawler }) => crawler === 'GPTBot')).toMatchObject({
    requests: 2,
    violations: 0,
    allowed: 2,
  });
});

test('an error in a thread is an error of the audit', async () => {
  const auditor = new Auditor(HISTORY, identities);
  const logs = [{ name: 'a.log', open: () => [Buffer.from(LINES.join('\n'))] }];
  await expect(auditLogs(auditor, { logs, threads: 3 }, fakeSystem(4))).rejects.toThrow(
    'The log does not contain hosts. Name the host with --site.',
  );
});

test.each([
  ['whole', '', { unreadable: 0, cut: [] }],
  ['with a damaged request for robots.txt', 'GET /robots.txt\n', { unreadable: 1, cut: [] }],
  ['cut within a request for robots.txt', '192.0.2.1 - - [20/Nov', { unreadable: 1, cut: ['"a.log"'] }],
  ['without a line feed at the end', LINES[1] ?? '', { unreadable: 0, cut: [] }],
])('the fetches of a log %s', async (_, end, expected) => {
  const text = `${LINES.slice(0, 60).join('\n')}\n${end}`;
  const log = { name: 'a.log', open: () => pieces(Buffer.from(text), 1000) };
  const written: string[] = [];
  expect(await fetchLines({ logs: [log] }, (line) => written.push(line))).toEqual(expected);
  expect(written).toEqual([LINES[50]]);
});
