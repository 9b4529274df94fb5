/** Checks of what is blocked that hardly should be: the whole site, or what its pages are made of; proved. */

import type { Audience } from '../../analysis/audience.js';
import { whereVerdict, whereWins } from '../../prover/prove.js';
import type { Rule } from '../../verdict.js';
import { type Diagnostic, diagnostic } from '../diagnostic.js';
import { type FileCheck, type FileContext, ORIGIN, restricts } from './check.js';

const HOME = `${ORIGIN}/`;

export const everythingBlocked: FileCheck = ({ audiences, budget, leaveUndecided }) => {
  const { star } = audiences;
  const rule = star?.matcher.explain(HOME).rule;
  if (star === undefined || rule === undefined || !restricts(rule)) return [];
  const result = whereVerdict(star.ranked, 'allowed', budget);
  if (result.outcome === 'undecided') leaveUndecided();
  if (result.outcome !== 'never') return [];
  return [
    diagnostic('everything-blocked', {
      message: 'All crawlers without their own group are blocked from the whole site.',
      span: rule.span,
      witness: '/',
    }),
  ];
};

/** A path-pattern that is about style sheets or scripts: by their extension, or by the usual name of a folder. */
const NAMES_ASSETS =
  /\.(?:css|m?js)(?=$|[$*?])|\/(?:css|js|javascripts?|scripts?|styles?|stylesheets?|assets|static|themes|wp-includes|_next|_nuxt)\/?\**\$?$/i;
const ASSET = /^[^?]*\.(?:css|m?js)(?:\?.*)?$/;
const STYLE_SHEET = 'main.css';
const SCRIPT = 'main.js';
const SCRIPTS = /\.m?js|\/(?:js|javascripts?|scripts?)\//i;
const ASSET_PATTERNS = ['*.css$', '*.js$'];

/** Style sheets and scripts of pages that may be fetched: those that the caller names, and those that a rule is about. */
export const assetsBlocked: FileCheck = (context) => {
  const found = new Map<number, Diagnostic>();
  const add = (rule: Rule, witness: string) => {
    if (!found.has(rule.line)) found.set(rule.line, diagnosticOf(rule, witness));
  };
  for (const audience of context.audiences.all) {
    const { matcher } = audience;
    const { rules } = matcher;
    for (const url of context.assets) {
      // An explanation compares every rule.
      if (!context.budget.spend(rules.length)) {
        context.leaveUndecided();
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
      context.leaveUndecided();
      break;
    }
    // If the home page is blocked, no page is shown that needs them.
    if (!matcher.isAllowed(HOME)) continue;
    for (const rule of named) {
      const witness = found.has(rule.line) ? undefined : blockedAsset(rule, audience, context);
      if (witness !== undefined) add(rule, witness);
    }
  }
  return [...found.values()];
};

/** A style sheet or script about which the rule decides: one with a usual name where there is one. */
function blockedAsset(
  rule: Rule,
  { matcher, ranked }: Audience,
  { budget, leaveUndecided }: FileContext,
): string | undefined {
  const isBlocked = (target: string) => {
    // Every rule is compared for an explanation.
    if (!ASSET.test(target) || !budget.spend(matcher.rules.length)) return false;
    const verdict = matcher.explain(ORIGIN + target);
    return !verdict.allowed && verdict.rule?.line === rule.line;
  };
  const common = commonAssets(rule.canonicalPattern).find(isBlocked);
  if (common !== undefined) return common;
  for (const pattern of ASSET_PATTERNS) {
    const result = whereWins(ranked, rule, budget, { within: [pattern] });
    if (result.outcome === 'undecided') leaveUndecided();
    if (result.outcome === 'found' && isBlocked(result.witness)) return result.witness;
  }
  return undefined;
}

/** The pattern with a name for each star, and as a folder with a style sheet or a script in it. */
function commonAssets(pattern: string): readonly string[] {
  const filled = pattern.replace(/\$$/, '').replaceAll(/\*+/g, 'main');
  const target = filled.startsWith('/') ? filled : `/${filled}`;
  const folder = target.endsWith('/') ? target : `${target}/`;
  const bare = pattern.replaceAll(/[*$]/g, '');
  const bareFolder = bare.endsWith('/') ? bare : `${bare}/`;
  const name = SCRIPTS.test(folder) ? SCRIPT : STYLE_SHEET;
  return [target, bareFolder + name, folder + name];
}

function diagnosticOf(rule: Rule, witness: string): Diagnostic {
  return diagnostic('assets-blocked', {
    message: `This rule blocks ${JSON.stringify(witness)}. Crawlers need style sheets and scripts to render pages. Allow them.`,
    span: rule.span,
    witness,
  });
}
