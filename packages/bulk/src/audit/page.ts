/** The report of an audit as one HTML page without scripts or external resources. */
import { htmlPage, longTable, section, table } from '../page/html-page.js';
import type { AuditReport, CrawlerReport } from './report.js';
import { inWords, reportNotes, reportSentences, reportTable, timeText } from './report-text.js';

/** Rows of a table that are always visible. */
const FIRST_ROWS = 20;
const BROKEN_RULES = 3;

export function auditPage(report: AuditReport): string {
  const { site, span, crawlers } = report;
  const { head, rows } = reportTable(report);
  const period = span === undefined ? '' : `, ${timeText(span.from)} to ${timeText(span.to)}`;
  const cells = rows.map(([label = '', ...cells]) => ({ label, cells }));
  return htmlPage({
    title: `Audit of robots.txt${site === undefined ? '' : ` for ${site}`}`,
    description: `Requests of crawlers, judged by the version of robots.txt that they could have read${period}`,
    sections: [
      listSection('Results', reportSentences(report)),
      section('Crawlers', '', longTable(head, cells, FIRST_ROWS)),
      ...byCrawler(crawlers),
      ...crawlers.flatMap(byDay),
      ...crawlers.flatMap(brokenRules),
      listSection('Notes', reportNotes(report)),
    ],
  });
}

function listSection(title: string, sentences: readonly string[]): string {
  return section(
    title,
    '',
    table(
      [''],
      sentences.map((label) => ({ label, cells: [] })),
    ),
  );
}

function byCrawler(crawlers: readonly CrawlerReport[]): string[] {
  const accused = crawlers.filter(({ violations }) => violations > 0);
  if (accused.length === 0) return [];
  const most = accused[0]?.violations ?? 1;
  const rows = accused.map(({ crawler, violations }) => {
    return { label: crawler, cells: [inWords(violations)], bar: violations / most };
  });
  return [section('Violations by crawler', '', longTable(['', 'violations'], rows, FIRST_ROWS))];
}

function byDay({ crawler, violations, days }: CrawlerReport): string[] {
  if (violations === 0) return [];
  const most = Math.max(...days.map((day) => day.violations));
  const rows = days.map(({ day, requests, violations: count }) => {
    return { label: day, cells: [inWords(count), inWords(requests)], bar: count / most };
  });
  return [
    section(
      `Violations by day: ${crawler}`,
      '',
      longTable(['', 'violations', 'requests'], rows, FIRST_ROWS),
    ),
  ];
}

function brokenRules({ crawler, rules }: CrawlerReport): string[] {
  if (rules.length === 0) return [];
  const rows = rules.slice(0, BROKEN_RULES).map(({ rule, violations, example }) => ({
    label: `${rule} (line ${example.line} of ${example.file}), such as ${example.url} on ${timeText(example.time)}`,
    cells: [inWords(violations)],
  }));
  return [section(`Broken rules: ${crawler}`, '', table(['', 'violations'], rows))];
}
