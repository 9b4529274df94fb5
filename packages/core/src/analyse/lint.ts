/** Everything that can be said about a robots.txt: its lines, its groups, and what its rules mean, proved. */
import type { RobotsTxt } from '../robots-txt.js';
import { audiencesOf } from './audience.js';
import { readBudget } from './budget.js';
import { assetsBlocked, everythingBlocked } from './checks/blocked.js';
import { disagreements } from './checks/crawlers.js';
import { deadRules } from './checks/dead-rules.js';
import { droppedRules } from './checks/dropped-rules.js';
import type { FileCheck, FileContext } from './checks/finding.js';
import { duplicateUserAgents, emptyGroups, repeatedGroups } from './checks/groups.js';
import { withStarMends } from './checks/star-mends.js';
import { ties } from './checks/ties.js';
import type { Diagnostic } from './diagnostic.js';

export interface LintOptions {
  /** URLs of style sheets and scripts that the site's own pages need: whether they are blocked is told. */
  readonly assets?: readonly (string | URL)[];
  /** The steps that the proofs may take, 16 million by default. What they do not reach is told as `undecided`. */
  readonly budget?: number;
}

/** The cheapest first: what meets the budget leaves those behind it undecided. */
const CHECKS: readonly FileCheck[] = [
  duplicateUserAgents,
  repeatedGroups,
  emptyGroups,
  everythingBlocked,
  deadRules,
  ties,
  assetsBlocked,
  droppedRules,
  disagreements,
];

/**
 * What is wrong, doubtful or worth knowing, in file order: `robotsTxt.diagnostics`, and what takes a look at the whole
 * file. What is said about rules is proved: `never` for all URLs, and every `witness` is one that the matcher confirms.
 * Throws a RangeError for a budget that is no number of steps, and a TypeError for an asset that is no URL.
 */
export function lint(robotsTxt: RobotsTxt, options: LintOptions = {}): Diagnostic[] {
  const budget = readBudget(options.budget);
  const audiences = audiencesOf(robotsTxt, budget);
  let isDecided = audiences.complete;
  const context: FileContext = {
    robotsTxt,
    audiences,
    budget,
    assets: options.assets ?? [],
    leaveUndecided: () => {
      isDecided = false;
    },
  };
  const ofLines = withStarMends(robotsTxt.diagnostics, context);
  const found = [...ofLines, ...CHECKS.flatMap((check) => check(context))];
  if (!isDecided) found.push(undecided(robotsTxt));
  return found.sort((one, other) => one.span.start - other.span.start);
}

function undecided({ records }: RobotsTxt): Diagnostic {
  return {
    code: 'undecided',
    severity: 'info',
    message: 'The file is too involved to prove all about its rules within the budget of steps.',
    clause: 'RFC 9309 2.2.2',
    span: records[0].span,
  };
}
