/** Checks of groups for crawlers whose documented behavior the rules overlook. */

import type { Audience } from '../../analysis/audience.js';
import type { Rule } from '../../match/verdict.js';
import { groupBy } from '../../util/group-by.js';
import { audienceOf, listInWords, quoted, ruleCheck } from './check.js';
import { closedSite, isFile } from './closed-site.js';
import { AI_OPERATORS, AI_PURPOSES_IN_WORDS, SEARCH_ENGINES, SIDE_EFFECTS } from './crawler-names.js';

/** Returns the rule that closes the whole site to the audience, except for files such as `/ads.txt`. */
export function wholeSiteRule(audience: Audience | undefined): Rule | undefined {
  const closed = audience && closedSite(audience);
  return closed?.openings.every(isFile) ? closed.rule : undefined;
}

export const searchBlocked = ruleCheck({
  code: 'search-blocked',
  title: 'Search engine blocked',
  description: 'A group blocks Google or Bing from the whole site, but not all crawlers.',
  find: function* (context) {
    const { star, complete } = context.audiences;
    if (!complete) return;
    const enginesByAudience = groupBy(SEARCH_ENGINES, ([token]) => audienceOf(token, context) ?? star);
    enginesByAudience.delete(star);
    if (enginesByAudience.size === 0 || wholeSiteRule(star)) return;
    for (const [audience, engines] of enginesByAudience) {
      const rule = wholeSiteRule(audience);
      if (rule === undefined) continue;
      yield {
        message: `${listInWords(engines.map(([, engine]) => engine))} may not fetch any page. ${engines.length === 1 ? 'Its' : 'Their'} results can still list the URLs, without a description. Remove the rule if that is not intended.`,
        span: rule.span,
        witness: '/',
      };
    }
  },
});

export const sideEffect = ruleCheck({
  code: 'side-effect',
  severity: 'info',
  clause: 'documentation of the crawlers',
  title: 'Side effect of a block',
  description: 'Blocking the crawler from the whole site also affects another crawler, or a service that the owner may use.',
  find: function* (context) {
    const { star, complete } = context.audiences;
    if (!complete) return;
    for (const [token, follower, message] of SIDE_EFFECTS) {
      const rule = wholeSiteRule(audienceOf(token, context));
      if (rule === undefined) continue;
      const isUnaffected = follower && (audienceOf(follower, context) ?? wholeSiteRule(star));
      if (!isUnaffected) yield { message, span: rule.span };
    }
  },
});

export const operatorPartlyBlocked = ruleCheck({
  code: 'operator-partly-blocked',
  severity: 'info',
  clause: 'documentation of the crawlers',
  title: 'AI operator partly blocked',
  description: 'One AI crawler of an operator is blocked, and another is neither blocked nor named.',
  find: function* (context) {
    const { star, complete } = context.audiences;
    if (!complete) return;
    for (const [operator, byPurpose] of Object.entries(AI_OPERATORS)) {
      const crawlers = Object.entries(byPurpose).map(([purpose, token]) => {
        const inWords = `${quoted(token)} (${AI_PURPOSES_IN_WORDS[purpose as keyof typeof byPurpose]})`;
        return { inWords, audience: audienceOf(token, context) };
      });
      const open = crawlers.filter(({ audience }) => audience === undefined);
      if (open.length === 0 || open.length === crawlers.length) continue;
      if (wholeSiteRule(star)) return;
      const blocked = crawlers.filter(({ audience }) => wholeSiteRule(audience));
      const [rule] = blocked.flatMap(({ audience }) => wholeSiteRule(audience) ?? []);
      if (rule === undefined) continue;
      const described = (list: typeof crawlers) => listInWords(list.map(({ inWords }) => inWords));
      const [are, they] = open.length === 1 ? ['is', 'it'] : ['are', 'them'];
      yield {
        message: `${operator}'s ${described(blocked)} ${blocked.length === 1 ? 'is' : 'are'} blocked, but ${described(open)} ${are} not. Name ${they} as well if ${operator} should fetch nothing.`,
        span: rule.span,
      };
    }
  },
});
