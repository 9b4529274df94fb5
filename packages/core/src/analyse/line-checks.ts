/** What can be said about each line of a robots.txt by itself. */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { Body } from '../decode.js';
import { MIN_PARSING_LIMIT_OCTETS } from '../limits.js';
import type { ReadRecords, RobotsTxtRecord } from '../syntax/record.js';
import { type Finding, isRule, type LineCheck } from './checks/check.js';
import { encodingChecks } from './checks/encoding.js';
import { fieldChecks } from './checks/fields.js';
import { otherValueChecks } from './checks/other-values.js';
import { pathChecks } from './checks/paths.js';
import { userAgentChecks } from './checks/user-agents.js';
import type { Diagnostic, TextEdit } from './diagnostic.js';

/** Checks of any line, and then those of its kind: most lines are rules, and most checks are not about these. */
const OF_EVERY_LINE = [...encodingChecks, ...fieldChecks];
const OF_RULES = [...OF_EVERY_LINE, ...pathChecks];
const OF_USER_AGENTS = [...OF_EVERY_LINE, ...userAgentChecks];
const OF_OTHERS = [...OF_EVERY_LINE, ...otherValueChecks];

function checksOf(record: RobotsTxtRecord): readonly LineCheck[] {
  if (isRule(record)) return OF_RULES;
  return record.kind === 'user-agent' ? OF_USER_AGENTS : OF_OTHERS;
}

const HTML = /^\uFEFF?\s*<(?:!doctype html|html|head|body|\?xml)[\s>]/i;

/** What the checks say about each line, in file order. Linear in the octets. */
export function checkLines(
  read: ReadRecords,
  body: Body,
  tables: CompiledDialect,
): readonly Diagnostic[] {
  const isHtml = HTML.test(read.records.find(({ kind }) => kind !== 'blank')?.text ?? '');
  const found: Diagnostic[] = [];
  for (const [index, record] of read.records.entries()) {
    const context = { record, index, read, tables, body, isHtml };
    for (const check of checksOf(record)) {
      const finding = check.find(context);
      if (finding !== undefined) found.push(diagnosticOf(check, finding, record));
    }
  }
  return withSafeFixes(found, read, body, tables);
}

function diagnosticOf(check: LineCheck, finding: Finding, record: RobotsTxtRecord): Diagnostic {
  const { code, severity, clause, about } = check;
  const span = (about === 'line' ? record : (record[about] ?? record)).span;
  const { message, fix } = finding;
  return {
    code,
    severity: finding.severity ?? severity,
    message,
    clause,
    span,
    ...(fix !== undefined && { fix }),
  };
}

/**
 * Leaves out the fixes that would change what is read. Edits are of octets in UTF-8; in a file that is cut at the parsing
 * limit every octet less lets in another one; and neither a file nor a line may grow over what is read of it.
 */
function withSafeFixes(
  found: readonly Diagnostic[],
  read: ReadRecords,
  { encoding, truncated }: Body,
  { dialect }: CompiledDialect,
): readonly Diagnostic[] {
  const growths = found.map(({ fix }) => (fix === undefined ? 0 : growthOf(fix)));
  const growth = growths.reduce((sum, octets) => sum + Math.max(0, octets), 0);
  const mayGrow = read.octets.length + growth <= MIN_PARSING_LIMIT_OCTETS;
  const isEditable = encoding === 'utf-8' && !truncated;
  return found.map((diagnostic, index) => {
    const { fix, ...rest } = diagnostic;
    if (fix === undefined) return diagnostic;
    const lineOctets = read.records[fix.span.line - 1].octets.length + growth;
    const fits = lineOctets <= dialect.maxLineOctets && (mayGrow || growths[index] <= 0);
    return isEditable && fits ? diagnostic : rest;
  });
}

function growthOf({ span, replacement }: TextEdit): number {
  return new TextEncoder().encode(replacement).length - (span.end - span.start);
}
