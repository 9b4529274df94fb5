/** Everything that can be said about a robots.txt: its lines, its groups, and what its rules mean, proved. */

import { audiencesOf } from '../analysis/audience.js';
import { groupSteps, readBudget } from '../prover/budget.js';
import type { RobotsTxt } from '../robots-txt.js';
import type { Span } from '../verdict.js';
import { assetsBlocked, everythingBlocked } from './checks/blocked.js';
import { type FileCheck, type FileContext, recordsOn, START, spanOf } from './checks/check.js';
import { disagreements } from './checks/crawlers.js';
import { droppedRules } from './checks/dropped-rules.js';
import { emptyGroups, repeatedNames } from './checks/groups.js';
import { deadRules, ties } from './checks/rules.js';
import { withStarFixes } from './checks/star-fixes.js';
import { type Diagnostic, DiagnosticList, diagnostic } from './diagnostic.js';
import { lineDiagnostics } from './line-checks.js';

export interface LintOptions {
  /** URLs of style sheets and scripts that the site's own pages need: whether they are blocked is told. */
  readonly assets?: readonly (string | URL)[];
  /** The steps that the proofs may take, 16 million by default. What they do not reach is told as `undecided`. */
  readonly budget?: number;
}

/** The cheapest first: what meets the budget leaves those behind it undecided. */
const CHECKS: readonly FileCheck[] = [
  repeatedNames,
  emptyGroups,
  everythingBlocked,
  deadRules,
  ties,
  assetsBlocked,
  droppedRules,
  disagreements,
];

/**
 * What is wrong, doubtful or worth knowing, in file order: `lineDiagnostics(robotsTxt)`, and what takes a look at the whole
 * file. What is said about rules is proved: `never` for all URLs, and every `witness` is one that the matcher confirms.
 * Throws a RangeError for a budget that is not a number of steps, and a TypeError for an asset that is not a URL.
 */
export function lint(robotsTxt: RobotsTxt, options: LintOptions = {}): Diagnostic[] {
  const budget = readBudget(options.budget);
  const diagnostics = lineDiagnostics(robotsTxt);
  budget.spend(lineSteps(robotsTxt, diagnostics));
  const audiences = audiencesOf(robotsTxt, budget);
  let isDecided = audiences.complete;
  const context: FileContext = {
    robotsTxt,
    audiences,
    budget,
    assets: options.assets ?? [],
    userAgentSpan: userAgentSpans(robotsTxt),
    leaveUndecided: () => {
      isDecided = false;
    },
  };
  const ofLines = withStarFixes(diagnostics, context);
  const list = new DiagnosticList();
  for (const check of CHECKS) for (const found of check(context)) list.add(found);
  const found = [...ofLines, ...list.all()];
  if (!isDecided) found.push(undecided(robotsTxt));
  return found.sort((one, other) => one.span.start - other.span.start);
}

/** Finding and describing one problem of a line takes about this many steps. */
const STEPS_PER_DIAGNOSTIC = 32;

/** Returns the steps of the checks of lines and groups, which always run to the end: they are linear in the bytes. */
function lineSteps(robotsTxt: RobotsTxt, diagnostics: readonly Diagnostic[]): number {
  const found = diagnostics.reduce((sum, { omitted }) => sum + (omitted?.count ?? 1), 0);
  return groupSteps(robotsTxt) + found * STEPS_PER_DIAGNOSTIC;
}

/** Returns the places of user-agent lines by their line, read when the first one is needed. */
function userAgentSpans({ groups }: RobotsTxt): FileContext['userAgentSpan'] {
  let spans: ReadonlyMap<number, Span> | undefined;
  return (line) => {
    spans ??= new Map(
      groups
        .flatMap(({ userAgentRecords }) => userAgentRecords)
        .map((record) => [record.line, spanOf(record)]),
    );
    return spans.get(line) ?? START;
  };
}

function undecided(robotsTxt: RobotsTxt): Diagnostic {
  return diagnostic('undecided', {
    message:
      'Lint could not check all rules completely within its budget. Raise the budget to check the rest.',
    span: recordsOn(robotsTxt, [1]).get(1)?.span ?? START,
  });
}
