/** The report of an audit in each format. */
import {
  type AuditReport,
  auditPage,
  csvLine,
  reportNotes,
  reportSentences,
  reportTable,
  shortTable,
  worstRules,
} from '@repkit/bulk';
import type { Io } from '../program/io.js';
import { fileText, type Paint, painterFor, visible, width } from '../program/terminal.js';
import { code } from './diff-markdown.js';
import { jsonText } from './json.js';

export const AUDIT_FORMATS = ['text', 'json', 'csv', 'markdown', 'html'] as const;

export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export function auditText(report: AuditReport, format: AuditFormat, { stdout, env }: Pick<Io, 'stdout' | 'env'>): string {
  const texts: Readonly<Record<AuditFormat, () => string>> = {
    text: () => plainText(report, painterFor(stdout, env)),
    json: () => jsonText(report),
    csv: () => fileText(csvText(report), stdout),
    markdown: () => markdownText(report),
    html: () => fileText(auditPage(report), stdout),
  };
  return texts[format]();
}

function plainText(report: AuditReport, paint: Paint): string {
  const { head, rows } = shortTable(report);
  const lines = [head, ...rows].map((row) => row.map(visible));
  const widths = head.map((_, index) => Math.max(...lines.map((row) => width(row[index] ?? ''))));
  const table = lines.map((row, line) => {
    const cells = row.map((cell, index) => {
      const space = ' '.repeat((widths[index] ?? 0) - width(cell));
      return index === 0 ? cell + space : space + cell;
    });
    const text = cells.join('  ').trimEnd();
    return line === 0 ? paint('bold', text) : text;
  });
  const paragraphs = [
    reportSentences(report).map(visible),
    rows.length === 0 ? [] : table,
    brokenRules(report).map(visible),
    reportNotes(report).map(visible),
  ];
  return paragraphs
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => `${paragraph.join('\n')}\n`)
    .join('\n');
}

/** Returns the rules that each crawler broke most, each with an example. */
function brokenRules({ crawlers }: AuditReport): string[] {
  return crawlers.flatMap((crawler) =>
    worstRules(crawler).flatMap(({ rule, place, violations, example, time }) => [
      `${crawler.crawler}  ${rule} (${place}): ${violations}`,
      `  ${time}  ${example.address}  ${example.status}  ${example.url}`,
    ]),
  );
}

function csvText(report: AuditReport): string {
  const { head, rows } = reportTable(report);
  return [head, ...rows].map(csvLine).join('');
}

function markdownText(report: AuditReport): string {
  const { head, rows } = shortTable(report);
  const row = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const items = (sentences: readonly string[]) => [...sentences.map((text) => `- ${escaped(text)}`), ''];
  const broken = report.crawlers.flatMap((crawler) =>
    worstRules(crawler).map(
      ({ rule, place, violations, example, time }) =>
        `- ${escaped(crawler.crawler)}, ${codeOf(rule)} (${escaped(place)}): ${violations}, such as ${codeOf(example.url)} on ${time}`,
    ),
  );
  return [
    ...items(reportSentences(report)),
    row(head),
    `|${head.map((_, index) => (index === 0 ? ' --- |' : ' ---: |')).join('')}`,
    ...rows.map(row),
    '',
    ...(broken.length === 0 ? [] : ['Broken rules:', '', ...broken, '']),
    'Notes:',
    '',
    ...items(reportNotes(report)),
  ].join('\n');
}

function escaped(text: string): string {
  return visible(text).replace(/[|*_`<[\]\\]/g, '\\$&');
}

/** A URL of a log has no effect in a code span, and shows as it is. */
function codeOf(text: string): string {
  return code(visible(text));
}
