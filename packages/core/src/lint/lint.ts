/** Checks of a whole robots.txt: its lines, its groups and the proved effect of its rules. */

import { audiencesOf } from '../analysis/audience.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import { groupSteps, readBudget } from '../prover/budget.js';
import type { Span } from '../syntax/span.js';
import { assetsBlocked, everythingBlocked, robotsTxtBlocked } from './checks/blocked.js';
import {
  type FileCheck,
  type FileContext,
  linesInWords,
  listInWords,
  quoted,
  recordsOn,
  START,
  spanOf,
} from './checks/check.js';
import { disagreements } from './checks/crawlers.js';
import { droppedRules } from './checks/dropped-rules.js';
import {
  conflictingPreferences,
  preferenceInGroup,
  preferencesNotInherited,
} from './checks/group-preferences.js';
import { emptyGroups, repeatedNames } from './checks/groups.js';
import {
  ignoredCrawlDelays,
  partlyBlockedOperators,
  searchBlocked,
  starIgnored,
} from './checks/known-crawlers.js';
import { mergedGroups } from './checks/merged-groups.js';
import { misspeltCrawlers } from './checks/misspelt-crawlers.js';
import { deadRules, ties } from './checks/rules.js';
import { sitemaps } from './checks/sitemaps.js';
import { withStarFixes } from './checks/star-fixes.js';
import { type Diagnostic, DiagnosticList, diagnostic } from './diagnostic.js';
import { withoutIgnored } from './ignore-comments.js';
import { lineDiagnostics, NOT_TEXT, withoutFixes } from './line-checks.js';

export interface LintOptions {
  /** URLs of style sheets and scripts that the site's pages need. Blocked ones are reported. */
  readonly assets?: readonly (string | URL)[];
  /** The URL of the file or its site (default: that of the host that all sitemaps of the file share, if there is one). */
  readonly url?: string | URL;
  /**
   * Also compares the file as drafts from before RFC 9309 and other libraries interpret it, and reports URLs that
   * crawlers treat differently only because of how the URL is escaped (default: false).
   */
  readonly extended?: boolean;
  /** Steps that the proofs may take (default: 13 million). The rest is reported as `undecided`. */
  readonly budget?: number;
}

/** Cheapest first: a check that exhausts the budget leaves the following ones undecided. */
const CHECKS: readonly FileCheck[] = [
  repeatedNames,
  misspeltCrawlers,
  ignoredCrawlDelays,
  emptyGroups,
  everythingBlocked,
  starIgnored,
  searchBlocked,
  partlyBlockedOperators,
  preferencesNotInherited,
  conflictingPreferences,
  preferenceInGroup,
  robotsTxtBlocked,
  sitemaps,
  deadRules,
  ties,
  assetsBlocked,
  droppedRules,
  mergedGroups,
  disagreements,
];

/**
 * Returns all diagnostics in file order: those of `lineDiagnostics`, and those that require the whole file. Statements
 * about rules are proved for all URLs, and the matcher confirms every `witness`. A comment
 * `# repkit-ignore-next-line CODE: reason` hides diagnostics of the next line; unused ones are reported.
 * Throws a RangeError for an invalid budget and a TypeError for an asset that is not a URL.
 */
export function lint(robotsTxt: RobotsTxt, options: LintOptions = {}): Diagnostic[] {
  const budget = readBudget(options.budget);
  const diagnostics = lineDiagnostics(robotsTxt);
  budget.spend(lineSteps(robotsTxt, diagnostics));
  const audiences = audiencesOf(robotsTxt, budget);
  const open: Open = { isOpen: !audiences.complete, tokens: new Set(), lines: new Set() };
  const context: FileContext = {
    robotsTxt,
    audiences,
    budget,
    assets: options.assets ?? [],
    url: options.url,
    extended: options.extended ?? false,
    userAgentSpan: userAgentSpans(robotsTxt),
    leaveUndecided: (audience, rules = []) => {
      open.isOpen = true;
      if (audience !== undefined) open.tokens.add(audience.tokens[0]);
      for (const { line } of rules) open.lines.add(line);
    },
  };
  const ofLines = withStarFixes(diagnostics, context);
  const list = new DiagnosticList();
  for (const check of CHECKS) for (const found of check(context)) list.add(found);
  const found = [...ofLines, ...list.all()];
  if (open.isOpen) found.push(undecided(robotsTxt, open));
  const sorted = [...withoutIgnored(found, robotsTxt)].sort(
    (one, other) => one.span.start - other.span.start,
  );
  return found.some(({ code }) => NOT_TEXT.has(code)) ? withoutFixes(sorted) : sorted;
}

/** Approximate steps to find and describe a problem. */
const STEPS_PER_DIAGNOSTIC = 32;

/** Returns the cost of the checks of lines and groups, which always finish: they are linear in the bytes. */
function lineSteps(robotsTxt: RobotsTxt, diagnostics: readonly Diagnostic[]): number {
  const found = diagnostics.reduce((sum, { omitted }) => sum + (omitted?.count ?? 1), 0);
  return groupSteps(robotsTxt) + found * STEPS_PER_DIAGNOSTIC;
}

/** Returns the spans of user-agent lines by line, computed on first use. */
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

/** What the budget left undecided. */
interface Open {
  isOpen: boolean;
  readonly tokens: Set<string>;
  readonly lines: Set<number>;
}

const MAX_TOKENS = 3;

function undecided(robotsTxt: RobotsTxt, { tokens, lines }: Open): Diagnostic {
  const names = [...tokens].slice(0, MAX_TOKENS).map((token) => quoted(token));
  if (tokens.size > MAX_TOKENS) names.push('others');
  const whose = names.length === 0 ? '' : ` for ${listInWords(names)}`;
  const rules = [...lines].map((line) => ({ line }));
  const which = rules.length === 0 ? '' : `, such as those on ${linesInWords(rules)}`;
  return diagnostic('undecided', {
    message: `Within its budget, lint could not completely check all rules${whose}${which}. Raise the budget to check the rest.`,
    span: recordsOn(robotsTxt, [1]).get(1)?.span ?? START,
  });
}
