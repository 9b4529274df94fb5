/** Checks of groups for crawlers whose documented behavior the rules overlook. */

import { type Audience, ORIGIN } from '../../analysis/audience.js';
import type { Rule } from '../../match/verdict.js';
import { findTargetWithVerdict } from '../../prover/prove.js';
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import {
  AI_OPERATORS,
  CRAWL_DELAY_IGNORING,
  SEARCH_ENGINES,
  STAR_IGNORING,
} from '../well-known-crawlers.js';
import { type FileCheck, type FileContext, listInWords, quoted, restricts } from './check.js';

const HOME = `${ORIGIN}/`;

/** Returns the rule that blocks the home page if the audience is proved to be blocked from the whole site. */
export function wholeSiteRule(
  audience: Audience,
  { budget, leaveUndecided }: FileContext,
): Rule | undefined {
  const { matcher, ranked } = audience;
  const { rule } = matcher.explain(HOME);
  if (rule === undefined || !restricts(rule)) return undefined;
  const result = findTargetWithVerdict(ranked, 'allowed', budget);
  if (result.outcome === 'undecided') leaveUndecided(audience, [rule]);
  return result.outcome === 'never' ? rule : undefined;
}

/** Returns the audience with a group for the product token. */
function audienceOf(token: string, { audiences }: FileContext): Audience | undefined {
  const lower = token.toLowerCase();
  return audiences.all.find(({ tokens }) => tokens.some((name) => name.toLowerCase() === lower));
}

/** Reports search crawlers that their own group blocks from the whole site, unless all crawlers are blocked. */
export const searchBlocked: FileCheck = function* (context) {
  const { star } = context.audiences;
  const found = new Map<Audience, string[]>();
  for (const [token, engine] of SEARCH_ENGINES) {
    const audience = audienceOf(token, context);
    if (audience === undefined || audience === star) continue;
    found.set(audience, [...(found.get(audience) ?? []), engine]);
  }
  if (found.size === 0 || (star !== undefined && wholeSiteRule(star, context))) return;
  for (const [audience, engines] of found) {
    const rule = wholeSiteRule(audience, context);
    if (rule === undefined) continue;
    yield diagnostic('search-blocked', {
      message: `${listInWords(engines)} may not fetch any page, so the site disappears from ${engines.length === 1 ? 'its' : 'their'} results. Remove the rule if that is not intended.`,
      span: rule.span,
      witness: '/',
    });
  }
};

/** Reports crawl delays for crawlers that are documented to ignore them. */
export const ignoredCrawlDelays: FileCheck = function* ({ robotsTxt }) {
  for (const { productTokens, otherRecords } of robotsTxt.groups) {
    const delays = otherRecords.filter(({ field }) => field === 'crawl-delay');
    if (delays.length === 0) continue;
    const ignoring = [...new Set(productTokens.flatMap(ignoringName))];
    if (ignoring.length === 0) continue;
    const isForOthers = productTokens.some((token) => ignoringName(token).length === 0);
    const subject = `${listInWords(ignoring.slice(0, MAX_NAMES).map((name) => quoted(name)))} ${ignoring.length === 1 ? 'ignores' : 'ignore'} crawl-delay`;
    const message = isForOthers
      ? `${subject}. It applies to the other crawlers of this group.`
      : `${subject}, so this line has no effect. Remove it.`;
    for (const { span } of delays) yield diagnostic('crawl-delay-ignored', { message, span });
  }
};

const MAX_NAMES = 5;
const IGNORING = new Map(CRAWL_DELAY_IGNORING.map((name) => [name.toLowerCase(), name]));

function ignoringName(token: string): string[] {
  const name = IGNORING.get(token.toLowerCase());
  return name === undefined ? [] : [name];
}

/** Reports crawlers that ignore `*` and have no group, if `*` is blocked from the whole site. */
export const starIgnored: FileCheck = function* (context) {
  const { star } = context.audiences;
  const rule = star && wholeSiteRule(star, context);
  if (rule === undefined) return;
  const open = STAR_IGNORING.filter((token) => audienceOf(token, context) === undefined);
  if (open.length === 0) return;
  yield diagnostic('star-ignored', {
    message: `${listInWords(open.map((name) => quoted(name)))} ${open.length === 1 ? 'ignores' : 'ignore'} "*", so ${open.length === 1 ? 'it' : 'they'} may still fetch the whole site. Name ${open.length === 1 ? 'it' : 'them'} to block ${open.length === 1 ? 'it' : 'them'}.`,
    span: rule.span,
  });
};

/** Reports operators of which one AI crawler is blocked and another is neither blocked nor named. */
export const partlyBlockedOperators: FileCheck = function* (context) {
  const { star } = context.audiences;
  let isStarBlocked: boolean | undefined;
  for (const [operator, crawlers] of AI_OPERATORS) {
    const named = crawlers.map(([token]) => audienceOf(token, context));
    const open = crawlers.filter((_, index) => named[index] === undefined);
    if (open.length === 0 || open.length === crawlers.length) continue;
    isStarBlocked ??= star !== undefined && wholeSiteRule(star, context) !== undefined;
    if (isStarBlocked) return;
    const rules = named.map((audience) => audience && wholeSiteRule(audience, context));
    const rule = rules.find((found) => found !== undefined);
    if (rule === undefined) continue;
    const blocked = crawlers.filter((_, index) => rules[index] !== undefined);
    yield partlyBlocked(operator, blocked, open, rule);
  }
};

type Crawlers = (typeof AI_OPERATORS)[number][1];

function partlyBlocked(
  operator: string,
  blocked: Crawlers,
  open: Crawlers,
  rule: Rule,
): Diagnostic {
  const described = (crawlers: Crawlers) =>
    listInWords(crawlers.map(([token, purpose]) => `${quoted(token)} (${purpose})`));
  const [are, they] = open.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return diagnostic('operator-partly-blocked', {
    message: `${operator}'s ${described(blocked)} ${blocked.length === 1 ? 'is' : 'are'} blocked, but ${described(open)} ${are} not. Name ${they} as well if ${operator} should fetch nothing.`,
    span: rule.span,
  });
}
