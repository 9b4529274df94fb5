/** The report of an audit as one HTML page without scripts or external resources. */
import { htmlPage, list, longTable, section, table, wideSection } from '../page/html-page.js';
import type { AuditReport, CrawlerReport } from './report.js';
import { inWords, reportNotes, reportSentences, shortTable, timeText, worstRules } from './report-text.js';

/** Rows of a table that are always visible. */
const FIRST_ROWS = 20;

export function auditPage(report: AuditReport): string {
  const { site, span, crawlers } = report;
  const { head, rows } = shortTable(report);
  const period = span === undefined ? '' : `, ${timeText(span.from)} to ${timeText(span.to)}`;
  const cells = rows.map(([label = '', ...cells]) => ({ label, cells }));
  return htmlPage({
    title: `Audit of robots.txt${site === undefined ? '' : ` for ${site}`}`,
    description: `Requests of crawlers, judged by the version of robots.txt that they could have read${period}`,
    sections: [
      wideSection('Results', list(reportSentences(report))),
      wideSection('Crawlers', longTable(head, cells, FIRST_ROWS)),
      ...byCrawler(crawlers),
      ...crawlers.flatMap(byDay),
      ...crawlers.flatMap(brokenRules),
      section('Notes', '', list(reportNotes(report))),
    ],
  });
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
  return [section(`Violations by day: ${crawler}`, '', longTable(['', 'violations', 'requests'], rows, FIRST_ROWS))];
}

function brokenRules(crawler: CrawlerReport): string[] {
  const rules = worstRules(crawler);
  if (rules.length === 0) return [];
  const rows = rules.map(({ rule, place, violations, example, time }) => ({
    label: `${rule} (${place}), such as ${example.url} on ${time}`,
    cells: [violations],
  }));
  return [section(`Broken rules: ${crawler.crawler}`, '', table(['', 'violations'], rows))];
}
