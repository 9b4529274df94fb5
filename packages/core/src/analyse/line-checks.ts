/** What can be said about each line of a robots.txt by itself. */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { Body } from '../decode.js';
import { MIN_PARSING_LIMIT_OCTETS } from '../limits.js';
import { RecordReader, type RecordWalk, type RobotsTxtRecord } from '../syntax/record.js';
import { type BodyContent, contentOf } from './body-content.js';
import { type Finding, isRule, type LineCheck } from './checks/check.js';
import { encodingChecks } from './checks/encoding.js';
import { fieldChecks } from './checks/fields.js';
import { otherValueChecks } from './checks/other-values.js';
import { pathChecks } from './checks/paths.js';
import { userAgentChecks } from './checks/user-agents.js';
import type { Diagnostic, TextEdit } from './diagnostic.js';
import { isOrdinaryLine } from './ordinary-line.js';

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

const LESS_THAN = 0x3c;

interface Found {
  readonly diagnostic: Diagnostic;
  /** Of the line. */
  readonly lineOctets: number;
}

/** Goes over records, and over what the checks of single lines say about them. */
export interface CheckedWalk extends RecordWalk {
  /** About this record: as in `RobotsTxt.diagnostics`, but for the mends, of which only the whole file tells whether they are safe. */
  found(): readonly Omit<Diagnostic, 'fix'>[];
}

export class CheckedReader extends RecordReader implements CheckedWalk {
  readonly #body: Body;
  readonly #tables: CompiledDialect;
  readonly #content: BodyContent;
  readonly #isOrdinary: (reader: RecordReader) => boolean;

  /** @param isOrdinary tells a line about which no check has anything to say */
  constructor(body: Body, tables: CompiledDialect, isOrdinary = isOrdinaryLine) {
    super(body, tables);
    this.#body = body;
    this.#tables = tables;
    const isHtml = body.octets().includes(LESS_THAN) && HTML.test(firstText(body, tables));
    this.#content = isHtml ? 'html' : contentOf(body.octets(), body.start, body.end);
    this.#isOrdinary = isOrdinary;
  }

  found(): readonly Diagnostic[] {
    const { index, octets, valueStart, valueEnd } = this;
    const { start, encoding } = this.#body;
    // The whole file is told about on its first line.
    const isFirst = index === 0 && (this.#content !== 'text' || start > 0 || encoding !== 'utf-8');
    if (!isFirst && this.#isOrdinary(this)) return NOTHING;
    const record = this.record();
    const context = {
      ...{ record, index, octets, valueStart, valueEnd },
      ...{ tables: this.#tables, body: this.#body, content: this.#content },
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

/** What the checks say about each line, in file order. Linear in the octets. */
export function checkLines(
  body: Body,
  tables: CompiledDialect,
  isOrdinary = isOrdinaryLine,
): readonly Diagnostic[] {
  const reader = new CheckedReader(body, tables, isOrdinary);
  const found: Found[] = [];
  while (reader.next()) {
    for (const diagnostic of reader.found()) {
      found.push({ diagnostic, lineOctets: reader.record().octets.length });
    }
  }
  return withSafeFixes(found, reader.octets.length, body, tables);
}

/** The first line that is not blank. */
function firstText(body: Body, tables: CompiledDialect): string {
  const reader = new RecordReader(body, tables);
  while (reader.next()) if (reader.kind !== 'blank') return reader.record().text;
  return '';
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
  found: readonly Found[],
  fileOctets: number,
  { encoding, truncated }: Body,
  { dialect }: CompiledDialect,
): readonly Diagnostic[] {
  const growths = found.map(({ diagnostic: { fix } }) => (fix === undefined ? 0 : growthOf(fix)));
  const growth = growths.reduce((sum, octets) => sum + Math.max(0, octets), 0);
  const mayGrow = fileOctets + growth <= MIN_PARSING_LIMIT_OCTETS;
  const isEditable = encoding === 'utf-8' && !truncated;
  return found.map(({ diagnostic, lineOctets }, index) => {
    const { fix, ...rest } = diagnostic;
    if (fix === undefined) return diagnostic;
    const fits = lineOctets + growth <= dialect.maxLineOctets && (mayGrow || growths[index] <= 0);
    return isEditable && fits ? diagnostic : rest;
  });
}

function growthOf({ span, replacement }: TextEdit): number {
  return new TextEncoder().encode(replacement).length - (span.end - span.start);
}
