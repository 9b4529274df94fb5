/** Checks of a robots.txt: its lines, its groups and the proved effect of its rules. */
import { audiencesOf } from '../analysis/audience.js';
import { compileDialect } from '../dialect/compiled-dialect.js';
import type { Dialect } from '../dialect/dialect.js';
import { MIN_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { assertParsed, bodyOf } from '../file/internal.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import { groupSteps, readBudget } from '../prover/budget.js';
import { type RecordKind, RecordReader } from '../syntax/record.js';
import { byteLength } from '../syntax/record-text.js';
import {
  type FileContext,
  LINE_BREAK,
  type LineCheck,
  linesInWords,
  namesInWords,
  RULES,
  recordsOn,
  START_OF_FILE,
} from './checks/check.js';
import { type DiagnosticCode, fileChecks, lineChecks } from './checks/index.js';
import { Line, type LineFile } from './checks/line.js';
import { undecided } from './checks/notices.js';
import { contentOf, otherContent } from './content.js';
import { type Diagnostic, DiagnosticList, diagnosticOf } from './diagnostic.js';
import { withoutIgnored } from './ignore-comments.js';

export interface LintOptions {
  /** URLs of style sheets and scripts that the site's pages need. Blocked ones are reported. */
  readonly assets?: readonly (string | URL)[];
  /** The URL of the file or its site (default: the host that all sitemaps of the file share, if any). */
  readonly url?: string | URL;
  /** Steps that the proofs may take (default: 13 million). The rest is reported as `undecided`. */
  readonly budget?: number;
}

/**
 * Returns all diagnostics in file order: those of `lineDiagnostics`, and those that require the whole file. Claims about
 * rules are proved for all URLs, and the matcher confirms every `witness`. A comment
 * `# repkit-ignore-next-line CODE: reason` hides diagnostics of the next line; unused ones are reported.
 * Throws a RangeError for an invalid budget and a TypeError for an asset that is not a URL.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { lint } from '@repkit/core/analysis';
 *
 * const diagnostics = lint(parseRobotsTxt('User-agent: *\nDissallow: /a\nDisallow: /b/\nDisallow: /b/c\n'));
 * diagnostics.map(({ code, span }) => [code, span.line]); // [ [ 'misspelt-field', 2 ], [ 'rule-changes-nothing', 4 ] ]
 * ```
 */
export function lint(robotsTxt: RobotsTxt, options: LintOptions = {}): Diagnostic[] {
  const { assets = [], url } = options;
  const budget = readBudget(options.budget);
  const ofLines = lineDiagnostics(robotsTxt);
  budget.spend(groupSteps(robotsTxt));
  const audiences = audiencesOf(robotsTxt, budget);
  const open: Open = { isOpen: !audiences.complete, tokens: new Set(), lines: new Set() };
  const context: FileContext = {
    robotsTxt,
    audiences,
    budget,
    assets,
    url,
    leaveUndecided: (audience, rules = []) => {
      open.isOpen = true;
      if (audience !== undefined) open.tokens.add(audience.tokens[0]);
      for (const { line } of rules) open.lines.add(line);
    },
  };
  const list = new DiagnosticList();
  for (const check of fileChecks) {
    for (const finding of check.find(context)) list.add(diagnosticOf(check, finding));
  }
  const diagnostics = [...ofLines, ...list.all()];
  if (open.isOpen) diagnostics.push(undecidedIn(robotsTxt, open));
  const sorted = withoutIgnored(diagnostics, robotsTxt).toSorted((a, b) => a.span.start - b.span.start);
  return isEditable(robotsTxt) ? withinFileLimits(sorted, robotsTxt) : sorted.map(withoutFix);
}

const checksByKind = new Map<RecordKind, readonly LineCheck<DiagnosticCode>[]>();

function checksOf(kind: RecordKind): readonly LineCheck<DiagnosticCode>[] {
  const checks = checksByKind.get(kind) ?? lineChecks.filter(({ kinds }) => kinds?.includes(kind) ?? true);
  checksByKind.set(kind, checks);
  return checks;
}

/**
 * Returns the diagnostics of single lines in file order. Linear in the bytes. Lists at most 5,000 diagnostics per code;
 * one with the code `omitted` counts the rest.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { lineDiagnostics } from '@repkit/core/analysis';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nDissalow: /a');
 * lineDiagnostics(robotsTxt).map(({ code, span }) => [code, span.line]); // [ [ 'misspelt-field', 2 ] ]
 * ```
 */
export function lineDiagnostics(robotsTxt: RobotsTxt): readonly Diagnostic[] {
  assertParsed(robotsTxt);
  const tables = compileDialect(robotsTxt.dialect);
  const file: LineFile = { robotsTxt, tables, content: contentOf(robotsTxt) };
  const list = new DiagnosticList();
  const fixableLines = new Map<number, number>();
  const reader = new RecordReader(bodyOf(robotsTxt), tables);
  while (reader.next()) {
    const line = new Line(reader, file);
    for (const check of checksOf(line.kind)) {
      const result = check.find(line);
      if (!result) continue;
      const finding = typeof result === 'string' ? { message: result } : result;
      const diagnostic = diagnosticOf(check, { ...finding, span: line.spanOf(check.about) });
      if (list.add(diagnostic) && diagnostic.fix !== undefined) {
        fixableLines.set(diagnostic.span.line, line.record.bytes.length);
      }
    }
  }
  if (!isEditable(robotsTxt)) return list.all().map(withoutFix);
  return withinFileLimits(withinLineLimit(list.all(), fixableLines, robotsTxt.dialect), robotsTxt);
}

/**
 * Returns whether fixes can be applied. The file must be UTF-8 and within the parsing limit: removing bytes would bring
 * lines past the limit into effect. A file that is not a robots.txt must be replaced as a whole, because fixing a part could
 * make the rest count as text.
 */
function isEditable(robotsTxt: RobotsTxt): boolean {
  const { encoding, truncated } = robotsTxt;
  return encoding === 'utf-8' && !truncated && otherContent(robotsTxt) === undefined;
}

/**
 * Drops fixes that could make a line exceed its limit.
 * @param lineBytes the length of each line that has a fix
 */
function withinLineLimit(
  diagnostics: readonly Diagnostic[],
  lineBytes: ReadonlyMap<number, number>,
  { maxLineBytes }: Dialect,
): readonly Diagnostic[] {
  const growth = growthOf(diagnostics);
  return diagnostics.map((diagnostic) => {
    const length = lineBytes.get(diagnostic.span.line) ?? 0;
    return length + growth <= maxLineBytes ? diagnostic : withoutFix(diagnostic);
  });
}

/** Drops the fixes that add bytes or rules if all of them could move the end of the file across a limit. */
function withinFileLimits(diagnostics: readonly Diagnostic[], robotsTxt: RobotsTxt): Diagnostic[] {
  const addsBytes = (diagnostic: Diagnostic) => addedBytes(diagnostic) > 0;
  const growing = diagnostics.filter(addsBytes);
  if (growing.length === 0 || mayGrow(growing, robotsTxt)) return [...diagnostics];
  return diagnostics.map((diagnostic) => (addsBytes(diagnostic) ? withoutFix(diagnostic) : diagnostic));
}

function mayGrow(growing: readonly Diagnostic[], robotsTxt: RobotsTxt): boolean {
  if (bodyOf(robotsTxt).end + growthOf(growing) > MIN_PARSING_LIMIT_BYTES) return false;
  const { maxRules } = robotsTxt.dialect;
  if (maxRules === Number.POSITIVE_INFINITY) return true;
  // Each line that a fix adds is a rule.
  let rules = growing.reduce((sum, { fix }) => sum + (fix?.replacement.split(LINE_BREAK).length ?? 1) - 1, 0);
  const walk = robotsTxt.walk();
  while (walk.next()) if (RULES.includes(walk.kind)) rules++;
  return rules <= maxRules;
}

/** Returns the bytes that the fixes add, without those that others remove. */
function growthOf(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, diagnostic) => sum + Math.max(0, addedBytes(diagnostic)), 0);
}

/** Returns how many bytes longer the fix makes the file; negative if it makes it shorter. */
function addedBytes({ fix }: Diagnostic): number {
  return fix === undefined ? 0 : byteLength(fix.replacement) - (fix.span.end - fix.span.start);
}

function withoutFix({ fix: _, ...rest }: Diagnostic): Diagnostic {
  return rest;
}

/** What the budget left undecided. */
interface Open {
  isOpen: boolean;
  readonly tokens: Set<string>;
  readonly lines: Set<number>;
}

function undecidedIn(robotsTxt: RobotsTxt, { tokens, lines }: Open): Diagnostic {
  const crawlers = tokens.size === 0 ? '' : ` for ${namesInWords([...tokens], { limit: 3 })}`;
  const rules = [...lines].map((line) => ({ line }));
  const examples = rules.length === 0 ? '' : `, such as those on ${linesInWords(rules)}`;
  return diagnosticOf(undecided, {
    message: `Within its budget, lint could not completely check all rules${crawlers}${examples}. Problems may be missing.`,
    span: recordsOn(robotsTxt, [1]).get(1)?.span ?? START_OF_FILE,
  });
}
