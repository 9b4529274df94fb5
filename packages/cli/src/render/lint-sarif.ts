/** The report of `lint` as SARIF 2.1.0 (OASIS), which code scanning services read. */
import type { RobotsTxt, Span } from '@repkit/core';
import { checkFixes, type Diagnostic, type DiagnosticCode, diagnosticCodes, type TextEdit } from '@repkit/core/analysis';
import { visible, visibleJson } from '../program/terminal.js';
import { VERSION } from '../program/version.js';
import { type LintedFile, type LintReport, locationName, pageOf } from './lint-report.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const HELP = 'The result states the location and the clause.';
const HELP_WITH_FIXES = `${HELP} "repkit lint --fix" applies safe fixes, and "--fix --unsafe" suggested ones too.`;
/** Descriptions of fixes. */
const SAFE = 'Safe: changes no verdict in any dialect.';
const SUGGESTED = 'Suggested: changes verdicts for crawlers that follow other dialects.';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The log. `platform` is Node's name; on `win32`, `\` separates folders. */
export function lintSarif(platform: string): LintReport {
  const codes: DiagnosticCode[] = [];
  const results: object[] = [];
  return {
    add(file) {
      const artifactLocation = { uri: uriOf(file, platform) };
      const { suggested } = checkFixes(file.robotsTxt, file.diagnostics);
      for (const diagnostic of file.diagnostics) {
        const { code } = diagnostic;
        if (!codes.includes(code)) codes.push(code);
        results.push({
          ...resultOf(diagnostic, artifactLocation, file.robotsTxt, !suggested.has(diagnostic)),
          ruleIndex: codes.indexOf(code),
        });
      }
      return '';
    },
    end() {
      const driver = { name: 'repkit', version: VERSION, rules: codes.map(ruleOf) };
      const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
      const log = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
      return `${visibleJson(JSON.stringify(log, null, 2))}\n`;
    },
  };
}

/** GitHub code scanning requires all three texts of a rule. */
function ruleOf(code: DiagnosticCode): object {
  const words = code.replaceAll('-', ' ');
  const { description, fixable } = diagnosticCodes[code];
  return {
    id: code,
    shortDescription: { text: `${words[0]?.toUpperCase()}${words.slice(1)}.` },
    fullDescription: { text: description },
    help: { text: `${description} ${fixable ? HELP_WITH_FIXES : HELP}` },
    helpUri: pageOf(code),
  };
}

function resultOf(diagnostic: Diagnostic, artifactLocation: object, robotsTxt: RobotsTxt, isSafe: boolean): object {
  const { code, severity, message, clause, span, witness, fix, related = [] } = diagnostic;
  const locationOf = (at: Span) => ({
    physicalLocation: { artifactLocation, region: regionOf(at) },
  });
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: visible(message) },
    locations: [locationOf(span)],
    ...(related.length > 0 && { relatedLocations: related.map(locationOf) }),
    ...(fix !== undefined && {
      fixes: [
        {
          description: { text: isSafe ? SAFE : SUGGESTED },
          artifactChanges: [{ artifactLocation, replacements: [replacementOf(fix, robotsTxt)] }],
        },
      ],
    }),
    properties: { clause, ...(witness !== undefined && { witness }) },
  };
}

function regionOf({ line, column, endColumn }: Span): object {
  return { startLine: line, startColumn: column, endLine: line, endColumn };
}

function replacementOf({ span, replacement }: TextEdit, robotsTxt: RobotsTxt): object {
  // A byte-order mark has no column, so its region is given in bytes.
  if (span.column === span.endColumn && span.start < span.end) {
    return { deletedRegion: { byteOffset: span.start, byteLength: span.end - span.start } };
  }
  const deletedRegion = includesLineEnd(span, robotsTxt)
    ? { startLine: span.line, startColumn: span.column, endLine: span.line + 1, endColumn: 1 }
    : regionOf(span);
  return { deletedRegion, insertedContent: { text: replacement } };
}

/** Whether the span includes the line break. */
function includesLineEnd({ start, end, line }: Span, { records }: RobotsTxt): boolean {
  const record = records[line - 1];
  const last = start < end ? record?.bytes[end - record.span.start - 1] : undefined;
  return last === 0x0a || last === 0x0d;
}

/** Returns an absolute URI, or one relative to the current folder (SARIF 3.4.3). */
function uriOf(file: LintedFile, platform: string): string {
  if (file.kind === 'site') return new URL(file.name).href;
  const name = locationName(file);
  const path = platform === 'win32' ? name.replaceAll('\\', '/') : name;
  const [first = '', ...rest] = path.split('/');
  const encoded = rest.map(encodeURIComponent).join('/');
  if (platform === 'win32' && /^[a-z]:$/i.test(first)) return `file:///${first}/${encoded}`;
  if (first === '' && rest.length > 0) return `file:///${encoded}`;
  return [encodeURIComponent(first), ...(rest.length > 0 ? [encoded] : [])].join('/');
}
