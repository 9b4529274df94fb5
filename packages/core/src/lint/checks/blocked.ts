/** Checks that prove that the whole site, or style sheets and scripts, are blocked. */

import { type Audience, ORIGIN } from '../../analysis/audience.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import type { Rule } from '../../match/verdict.js';
import { findDecidedTarget } from '../../prover/prove.js';
import { type FileContext, type FileFinding, fileCheck, LINE_END, restricts } from './check.js';
import { wholeSiteRule } from './known-crawlers.js';
import { testSitemapLine } from './sitemaps.js';

const HOME = `${ORIGIN}/`;

export const everythingBlocked = fileCheck({
  code: 'everything-blocked',
  about: 'rule',
  severity: 'warning',
  clause: 'RFC 9309 2.2.2',
  title: 'Everything blocked',
  description: 'All crawlers without their own group are blocked from the whole site.',
  find: (context) => {
    const { audiences, robotsTxt } = context;
    const rule = audiences.star && wholeSiteRule(audiences.star, context);
    if (rule === undefined) return [];
    const line = testSystemLine(robotsTxt);
    const hint =
      line === 0
        ? ''
        : ` Line ${line} suggests that the file is for a test system. Replace it on the public site.`;
    return [
      {
        message: `All crawlers without their own group are blocked from the whole site.${hint}`,
        span: rule.span,
        witness: '/',
      },
    ];
  },
});

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
  const line = robotsTxt.text.split(LINE_END).findIndex(isAboutTest) + 1;
  return line || testSitemapLine(robotsTxt);
}

/** Reports rules for the robots.txt itself. */
export const robotsTxtBlocked = fileCheck({
  code: 'robots-txt-blocked',
  about: 'rule',
  severity: 'info',
  clause: 'RFC 9309 2.2.2',
  title: 'robots.txt blocked',
  description: 'The rule blocks the robots.txt itself, which crawlers fetch anyway.',
  find: ({ robotsTxt }) =>
    robotsTxt.groups.flatMap(({ rules }) =>
      rules
        .filter((rule) => restricts(rule) && rule.canonicalPattern === '/robots.txt')
        .map(({ span }) => {
          const message =
            'This rule does not hide /robots.txt: crawlers must fetch it to know the rules. Remove it.';
          return { message, span };
        }),
    ),
});

/** Path-patterns that target style sheets or scripts by extension or common folder name. */
const NAMES_ASSETS =
  /\.(?:css|m?js)(?=$|[$*?])|\/(?:css|js|javascripts?|scripts?|styles?|stylesheets?|assets|static|themes|wp-includes|_next|_nuxt)\/?\**\$?$/i;
const ASSET = /^[^?]*\.(?:css|m?js)(?:\?.*)?$/;
const STYLE_SHEET = 'main.css';
const SCRIPT = 'main.js';
const SCRIPTS = /\.m?js|\/(?:js|javascripts?|scripts?)\//i;
const ASSET_PATTERNS = ['*.css$', '*.js$'];

/**
 * Reports blocked style sheets and scripts of pages that may be fetched: those passed by the caller, and those that a
 * rule targets.
 */
export const assetsBlocked = fileCheck({
  code: 'assets-blocked',
  about: 'rule',
  severity: 'warning',
  clause: "Google's documentation",
  title: 'Assets blocked',
  description: 'Style sheets or scripts are blocked, although pages are allowed.',
  find: (context) => {
    const found = new Map<number, FileFinding>();
    const add = (rule: Rule, witness: string) => {
      if (!found.has(rule.line)) found.set(rule.line, diagnosticOf(rule, witness));
    };
    for (const audience of context.audiences.all) {
      const { matcher } = audience;
      const { rules } = matcher;
      for (const url of context.assets) {
        // An explanation compares every rule.
        if (!context.budget.spend(rules.length)) {
          context.leaveUndecided(audience);
          break;
        }
        const verdict = matcher.explain(url);
        if (!verdict.allowed && verdict.rule !== undefined) add(verdict.rule, verdict.target);
      }
      const named = rules.filter(
        (rule) => restricts(rule) && NAMES_ASSETS.test(rule.canonicalPattern),
      );
      if (named.length === 0) continue;
      if (!context.budget.spend(rules.length)) {
        context.leaveUndecided(audience, named);
        break;
      }
      // If the home page is blocked, assets do not matter.
      if (!matcher.isAllowed(HOME)) continue;
      for (const rule of named) {
        const witness = found.has(rule.line) ? undefined : blockedAsset(rule, audience, context);
        if (witness !== undefined) add(rule, witness);
      }
    }
    return [...found.values()];
  },
});

/** Returns a style sheet or script that the rule blocks, with a common name if possible. */
function blockedAsset(
  rule: Rule,
  audience: Audience,
  { budget, leaveUndecided }: FileContext,
): string | undefined {
  const { matcher, ranked } = audience;
  const isBlocked = (target: string) => {
    // An explanation compares every rule.
    if (!ASSET.test(target) || !budget.spend(matcher.rules.length)) return false;
    const verdict = matcher.explain(ORIGIN + target);
    return !verdict.allowed && verdict.rule?.line === rule.line;
  };
  const common = commonAssets(rule.canonicalPattern).find(isBlocked);
  if (common !== undefined) return common;
  for (const pattern of ASSET_PATTERNS) {
    const result = findDecidedTarget(ranked, rule, budget, { within: [pattern] });
    if (result.outcome === 'undecided') leaveUndecided(audience, [rule]);
    if (result.outcome === 'found' && isBlocked(result.witness)) return result.witness;
  }
  return undefined;
}

/** Returns the pattern with stars filled in, and as a folder that contains a style sheet or script. */
function commonAssets(pattern: string): readonly string[] {
  const filled = pattern.replace(/\$$/, '').replaceAll(/\*+/g, 'main');
  const target = filled.startsWith('/') ? filled : `/${filled}`;
  const folder = target.endsWith('/') ? target : `${target}/`;
  const bare = pattern.replaceAll(/[*$]/g, '');
  const bareFolder = bare.endsWith('/') ? bare : `${bare}/`;
  const name = SCRIPTS.test(folder) ? SCRIPT : STYLE_SHEET;
  return [target, bareFolder + name, folder + name];
}

function diagnosticOf(rule: Rule, witness: string): FileFinding {
  return {
    message: `This rule blocks ${JSON.stringify(witness)}. Crawlers need style sheets and scripts to render pages. Allow them.`,
    span: rule.span,
    witness,
  };
}
