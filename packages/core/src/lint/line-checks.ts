/** Checks of single lines. */
import { LESS_THAN } from '../dialect/bytes.js';
import { type CompiledDialect, compileDialect } from '../dialect/compiled-dialect.js';
import { MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { bodyOf, type RobotsTxt } from '../file/robots-txt.js';
import type { Body } from '../syntax/body.js';
import { RecordReader, type RecordWalk, type RobotsTxtRecord } from '../syntax/record.js';
import { type BodyContent, type Finding, isRule, type LineCheck } from './checks/check.js';
import { contentOf, encodingChecks } from './checks/encoding.js';
import { fieldChecks, otherValueChecks } from './checks/fields.js';
import { userAgentChecks } from './checks/groups.js';
import { mistakeChecks } from './checks/path-mistakes.js';
import { pathChecks } from './checks/paths.js';
import { preferenceChecks } from './checks/preferences.js';
import { type Diagnostic, DiagnosticList, diagnostic, type TextEdit } from './diagnostic.js';
import { isOrdinaryLine } from './ordinary-line.js';

/** Checks of every line, and checks by kind. Most lines are rules, and most checks do not apply to them. */
const OF_EVERY_LINE = [...encodingChecks, ...fieldChecks, ...mistakeChecks];
const OF_RULES = [...OF_EVERY_LINE, ...pathChecks];
const OF_USER_AGENTS = [...OF_EVERY_LINE, ...userAgentChecks];
const OF_OTHERS = [...OF_EVERY_LINE, ...otherValueChecks, ...preferenceChecks];

function checksOf(record: RobotsTxtRecord): readonly LineCheck[] {
  if (isRule(record)) return OF_RULES;
  return record.kind === 'user-agent' ? OF_USER_AGENTS : OF_OTHERS;
}

/** Content, and the code that reports it for the whole file. */
export const NOT_TEXT: ReadonlySet<string> = new Set<BodyContent>(['html', 'binary']);
const HTML = /^\uFEFF?\s*<(?:!doctype html|html|head|body|\?xml)[\s>]/i;

/** A walk over records that also checks each line. */
export interface CheckedWalk extends RecordWalk {
  /** Returns the diagnostics of the current line without fixes: whether a fix is safe depends on the whole file. */
  found(): readonly Omit<Diagnostic, 'fix'>[];
}

class CheckedReader extends RecordReader implements CheckedWalk {
  readonly #body: Body;
  readonly #tables: CompiledDialect;
  readonly content: BodyContent;
  readonly #isOrdinary: (reader: RecordReader) => boolean;

  /** @param isOrdinary returns true for lines that need no check */
  constructor(body: Body, tables: CompiledDialect, isOrdinary = isOrdinaryLine) {
    super(body, tables);
    this.#body = body;
    this.#tables = tables;
    const isHtml = body.bytes().includes(LESS_THAN) && HTML.test(firstText(body, tables));
    this.content = isHtml ? 'html' : contentOf(body.bytes(), body.start, body.end);
    this.#isOrdinary = isOrdinary;
  }

  found(): readonly Diagnostic[] {
    const { index, bytes, valueStart, valueEnd } = this;
    const { start, encoding } = this.#body;
    // Findings about the whole file are reported on its first line.
    const isFirst = index === 0 && (this.content !== 'text' || start > 0 || encoding !== 'utf-8');
    if (!isFirst && this.#isOrdinary(this)) return NOTHING;
    const record = this.record();
    const context = {
      ...{ record, index, bytes, valueStart, valueEnd },
      ...{ tables: this.#tables, body: this.#body, content: this.content },
    };
    const diagnostics: Diagnostic[] = [];
    for (const check of checksOf(record)) {
      const finding = check.find(context);
      if (finding !== undefined) diagnostics.push(diagnosticOf(check, finding, record));
    }
    return diagnostics;
  }
}

const NOTHING: readonly Diagnostic[] = [];

/** Returns a walk that checks each line, for callers that read millions of files. */
export function checkedWalk(robotsTxt: RobotsTxt): CheckedWalk {
  return new CheckedReader(bodyOf(robotsTxt), compileDialect(robotsTxt.dialect));
}

/**
 * Returns the diagnostics of single lines in file order. Linear in the bytes. Lists at most 5,000 diagnostics per code;
 * one with the code `omitted` counts the rest.
 */
export function lineDiagnostics(robotsTxt: RobotsTxt): readonly Diagnostic[] {
  return checkLines(bodyOf(robotsTxt), compileDialect(robotsTxt.dialect));
}

/**
 * Checks each line, in file order, then reports how many diagnostics are omitted. Linear in the bytes; memory is
 * bounded by MAX_DIAGNOSTICS_PER_CODE.
 */
export function checkLines(
  body: Body,
  tables: CompiledDialect,
  isOrdinary = isOrdinaryLine,
): readonly Diagnostic[] {
  const reader = new CheckedReader(body, tables, isOrdinary);
  const list = new DiagnosticList();
  const fixableLines = new Map<number, number>();
  while (reader.next()) {
    for (const found of reader.found()) {
      if (list.add(found) && found.fix !== undefined) {
        fixableLines.set(found.span.line, reader.record().bytes.length);
      }
    }
  }
  return NOT_TEXT.has(reader.content)
    ? withoutFixes(list.all())
    : withSafeFixes(list.all(), fixableLines, body, tables);
}

/** Returns the text of the first line that is not blank. */
function firstText(body: Body, tables: CompiledDialect): string {
  const reader = new RecordReader(body, tables);
  while (reader.next()) if (reader.kind !== 'blank') return reader.record().text;
  return '';
}

function diagnosticOf(check: LineCheck, finding: Finding, record: RobotsTxtRecord): Diagnostic {
  const { code, about } = check;
  const span = (about === 'line' ? record : (record[about] ?? record)).span;
  const { severity, message, fix } = finding;
  return diagnostic(code, { severity, message, span, ...(fix !== undefined && { fix }) });
}

/**
 * Drops unsafe fixes. Edits require UTF-8. In a file cut at the parsing limit, removing bytes would move further lines
 * into the limit. Neither the file nor a line may grow beyond its limit.
 * @param lineBytes the length of each line that has a fix
 */
function withSafeFixes(
  found: readonly Diagnostic[],
  lineBytes: ReadonlyMap<number, number>,
  { encoding, truncated, end }: Body,
  { dialect }: CompiledDialect,
): readonly Diagnostic[] {
  const growths = found.map(({ fix }) => (fix === undefined ? 0 : addedBytes(fix)));
  const growth = growths.reduce((sum, bytes) => sum + Math.max(0, bytes), 0);
  const mayGrow = end + growth <= MIN_PARSING_LIMIT_BYTES;
  const isEditable = encoding === 'utf-8' && !truncated;
  return found.map((one, index) => {
    const { fix, ...rest } = one;
    if (fix === undefined) return one;
    const length = lineBytes.get(one.span.line) ?? 0;
    const fits = length + growth <= dialect.maxLineBytes && (mayGrow || growths[index] <= 0);
    return isEditable && fits ? one : rest;
  });
}

/** A file that is not a robots.txt must be replaced; fixing a part of it could make the rest count as text. */
export function withoutFixes(found: readonly Diagnostic[]): Diagnostic[] {
  return found.map(({ fix: _, ...rest }) => rest);
}

function addedBytes({ span, replacement }: TextEdit): number {
  return new TextEncoder().encode(replacement).length - (span.end - span.start);
}
