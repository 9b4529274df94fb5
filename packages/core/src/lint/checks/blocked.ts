/** Checks that prove that the whole site, or style sheets and scripts, are blocked. */

import { type Audience, type Audiences, ORIGIN, targetFor } from '../../analysis/audience.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { Matcher } from '../../match/matcher.js';
import type { Rule } from '../../match/verdict.js';
import { findDecidedTarget } from '../../prover/prove.js';
import { shapeOf } from '../../prover/shape.js';
import {
  exampleInWords,
  type FileContext,
  type FileFinding,
  isNamed,
  LINE_BREAK,
  linesInWords,
  quoted,
  restricts,
  ruleCheck,
  ruleInWords,
} from './check.js';
import { closedSite, isFile, UNLISTED } from './closed-site.js';
import { SEARCH_ENGINES } from './crawler-names.js';
import { testSitemapLine } from './sitemaps.js';

const HOME = `${ORIGIN}/`;

export const everythingBlocked = ruleCheck({
  code: 'everything-blocked',
  title: 'Everything blocked',
  description:
    'All crawlers without their own group are blocked from all pages, or from all but the paths of a few allow rules. Info if search engines or some pages are allowed.',
  find: function* ({ audiences: { star }, robotsTxt }) {
    const closed = star && closedSite(star);
    if (closed === undefined) return;
    const { rule, openings } = closed;
    const line = testSystemLine(robotsTxt);
    const hint = line === 0 ? '' : ` Line ${line} suggests that the file is for a test system. Replace it on the public site.`;
    const isOpenToSearch = SEARCH_ENGINES.some(([token]) => robotsTxt.isAllowed(HOME, token));
    const except =
      openings.length === 0 ? '' : `, except for what ${linesInWords(openings)} ${openings.length === 1 ? 'allows' : 'allow'}`;
    yield {
      severity: isOpenToSearch || !openings.every(isFile) ? 'info' : 'warning',
      message: `All crawlers without their own group are blocked from the whole site${except}.${hint}`,
      span: rule.span,
      related: openings.map(({ span }) => span),
      witness: robotsTxt.isAllowed(HOME, '*') ? UNLISTED : '/',
    };
  },
});

export const homePageBlocked = ruleCheck({
  code: 'home-page-blocked',
  title: 'Home page blocked',
  description: 'A rule blocks the home page for search engines or all other crawlers, but not the other pages.',
  find: function* ({ audiences }) {
    const { star } = audiences;
    const seen = new Set<number>();
    for (const audience of searchAudiences(audiences)) {
      const { tokens, matcher } = audience;
      const { rule, allowed } = matcher.explain(HOME);
      if (allowed || rule === undefined || seen.has(rule.line)) continue;
      if (!matcher.isAllowed(ORIGIN + UNLISTED)) continue;
      seen.add(rule.line);
      yield {
        message: `This rule blocks the home page for ${audience === star ? 'all crawlers without their own group' : quoted(tokens[0])}, but not the other pages. To block the whole site, write "/"; otherwise remove the rule.`,
        span: rule.span,
        witness: '/',
      };
    }
  },
});

function searchAudiences({ all, star }: Audiences): readonly Audience[] {
  return all.filter((audience) => audience === star || SEARCH_ENGINES.some(([token]) => isNamed(audience, token)));
}

/** Words of a comment about a test system. */
const TEST_SYSTEM =
  /\b(?:staging|pre-?prod|not (?:yet )?live|under construction|(?:dev|development|test)(?: (?:site|server|system|environment)|\W*$))/i;
const LONGEST_COMMENT = 200;

/** Returns the first line with a comment about a test system or a sitemap on a test host, or 0. */
function testSystemLine(robotsTxt: RobotsTxt): number {
  if (robotsTxt.isAllowed(HOME, 'Googlebot')) return 0;
  const isAboutTest = (line: string) => {
    const hash = line.indexOf('#');
    return hash >= 0 && TEST_SYSTEM.test(line.slice(hash, hash + LONGEST_COMMENT));
  };
  const line = robotsTxt.text.split(LINE_BREAK).findIndex(isAboutTest) + 1;
  return line || testSitemapLine(robotsTxt);
}

/** Path-patterns that target style sheets or scripts by extension or common folder name. */
const NAMES_ASSETS =
  /\.(?:css|m?js)(?=$|[$*?])|\/(?:css|js|javascripts?|scripts?|styles?|stylesheets?|assets|static|themes|wp-includes|_next|_nuxt)\/?\**\$?$/i;
/** A single script, such as a service worker, which pages do not necessarily need. */
const ONE_SCRIPT = /^[^*]*\.m?js\$?$/i;
const ASSET = /^[^?]*\.(?:css|m?js)(?:\?.*)?$/;
const SCRIPTS = /\.m?js|\/(?:js|javascripts?|scripts?)\//i;
const ASSET_PATTERNS = ['*.css$', '*.js$'];

/**
 * Reports blocked style sheets and scripts of pages that may be fetched: those passed by the caller, and those that a
 * rule targets.
 */
export const assetsBlocked = ruleCheck({
  code: 'assets-blocked',
  clause: "Google's documentation",
  title: 'Assets blocked',
  description: 'Style sheets or scripts are blocked, although pages are allowed.',
  find: (context) => {
    const isInFileOrder = context.robotsTxt.dialect.precedence === 'first-in-file';
    const findings = new Map<number, FileFinding>();
    const add = ({ line, span }: Rule, witness: string, matcher: Matcher) => {
      if (findings.has(line)) return;
      const { matched = [] } = matcher.explain(ORIGIN + witness, { all: true });
      const allow = matched.find(({ kind }) => kind === 'allow');
      const [loses, correction] = isInFileOrder
        ? ['comes later', 'move it above this rule']
        : ['is shorter', 'write a longer path there'];
      const advice =
        allow === undefined
          ? 'Allow them if pages use them.'
          : `Line ${allow.line} (${ruleInWords(allow)}) ${loses}, so it does not allow them: ${correction}.`;
      const message = `This rule blocks style sheets or scripts such as ${exampleInWords(witness)}. Search engines need those of a page to render it. ${advice}`;
      findings.set(line, { message, span, witness });
    };
    for (const audience of searchAudiences(context.audiences)) {
      const { matcher } = audience;
      const { rules } = matcher;
      for (const url of context.assets) {
        // `explain` compares every rule.
        if (!context.budget.spend(rules.length)) {
          context.leaveUndecided(audience);
          break;
        }
        const verdict = matcher.explain(url);
        if (!verdict.allowed && verdict.rule !== undefined) {
          add(verdict.rule, verdict.target, matcher);
        }
      }
      const named = rules.filter(
        (rule) => restricts(rule) && NAMES_ASSETS.test(rule.canonicalPattern) && !ONE_SCRIPT.test(rule.canonicalPattern),
      );
      if (named.length === 0) continue;
      if (!context.budget.spend(rules.length)) {
        context.leaveUndecided(audience, named);
        break;
      }
      // If the home page is blocked, assets do not matter.
      if (!matcher.isAllowed(HOME)) continue;
      for (const rule of named) {
        const witness = findings.has(rule.line) ? undefined : blockedAsset(rule, audience, context);
        if (witness !== undefined) add(rule, witness, matcher);
      }
    }
    return [...findings.values()];
  },
});

/** Returns a style sheet or script that the rule blocks, with a common name if possible. */
function blockedAsset(rule: Rule, audience: Audience, { budget, leaveUndecided }: FileContext): string | undefined {
  const { matcher, ranked } = audience;
  const isBlocked = (target: string) => {
    // `explain` compares every rule.
    if (!ASSET.test(target) || !budget.spend(matcher.rules.length)) return false;
    const verdict = matcher.explain(ORIGIN + target);
    return !verdict.allowed && verdict.rule?.line === rule.line;
  };
  const common = commonAssets(rule.canonicalPattern).find(isBlocked);
  if (common !== undefined) return common;
  for (const pattern of ASSET_PATTERNS) {
    const result = findDecidedTarget(ranked, rule, budget, [shapeOf(pattern, true)]);
    if (result.outcome === 'undecided') leaveUndecided(audience, [rule]);
    if (result.outcome === 'found' && isBlocked(result.witness)) return result.witness;
  }
  return undefined;
}

/** Returns the pattern with its stars replaced by text, and as a folder that contains a style sheet or script. */
function commonAssets(pattern: string): readonly string[] {
  const target = targetFor(pattern, 'main');
  const bare = pattern.replaceAll(/[*$]/g, '');
  const [folder, bareFolder] = [target, bare].map((path) => path.replace(/\/?$/, '/'));
  const name = SCRIPTS.test(folder) ? 'main.js' : 'main.css';
  return [target, bareFolder + name, folder + name];
}
