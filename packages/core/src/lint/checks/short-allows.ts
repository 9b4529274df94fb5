/** Finds allow rules that are meant as exceptions but are too short to win. */
import { ORIGIN, targetFor } from '../../analysis/audience.js';
import type { Rule } from '../../match/verdict.js';
import { type FileContext, restricts } from './check.js';
import type { Redundant } from './redundant-rules.js';

/** A redundant allow rule that loses to longer disallow rules for all targets that both match. */
export interface ShortAllow {
  readonly rule: Rule;
  /** The disallow rules, in file order. */
  readonly winners: readonly Rule[];
  /** A URL that both match and that stays blocked. */
  readonly witness: string;
  /** For each of them, the path that would win. */
  readonly paths: readonly string[];
}

/** One more than a message lists, so that it can mention others. */
const MAX_WINNERS = 6;

/**
 * Returns the disallow rules that keep an allow rule from opening anything; undefined if there are none. Considers only
 * disallow rules that the allow path is a part of, because other paths share only contrived URLs.
 */
export function shortAllow({ rule, holders }: Redundant, { budget, leaveUndecided }: FileContext): ShortAllow | undefined {
  const winners = new Map<number, Rule>();
  const paths = new Set<string>();
  let example: string | undefined;
  for (const { audience } of holders) {
    const { matcher } = audience;
    for (const disallow of matcher.rules) {
      if (winners.size === MAX_WINNERS) break;
      if (!restricts(disallow) || disallow.bytes <= rule.bytes) continue;
      const path = winningPath(rule.pattern, disallow.pattern);
      if (path === undefined || winners.has(disallow.line)) continue;
      // `explain` compares every rule.
      if (!budget.spend(matcher.rules.length)) {
        leaveUndecided(audience, [rule]);
        break;
      }
      const verdict = matcher.explain(ORIGIN + targetFor(path, 'main'));
      if (verdict.allowed || verdict.rule?.line !== disallow.line) continue;
      example ??= verdict.target;
      winners.set(disallow.line, disallow);
      paths.add(path);
    }
  }
  if (example === undefined) return undefined;
  const inOrder = [...winners.values()].sort((first, second) => first.line - second.line);
  return { rule, winners: inOrder, witness: example, paths: [...paths] };
}

/** Linear, unlike a regular expression, which would try each star of a long run. */
function withoutLastStars(path: string): string {
  let end = path.length;
  while (path[end - 1] === '*') end--;
  return path.slice(0, end);
}

const FOLDER = /^\/[^*$]*$/;
const ANYWHERE = /^\/?\*(?=[^*$])/;

/**
 * Returns an allow path that wins against the disallow path, if `allow` names a part of it: a kind of file in the folder
 * (`/*.css` in `/assets/`), or the folder without its slash.
 */
function winningPath(allow: string, disallow: string): string | undefined {
  const folder = withoutLastStars(disallow);
  if (!FOLDER.test(folder)) return undefined;
  if (folder === `${allow}/`) return disallow;
  return ANYWHERE.test(allow) ? `${folder}${allow.replace(ANYWHERE, '*')}` : undefined;
}
