/** Finds the matching rules and the winner. Rows 14 to 16, 21 and 24. */
import type { DialectName } from '../../src/dialect/dialect.js';
import { naivePattern } from './canonical.js';
import type { NaiveRule } from './parse.js';

/**
 * Row 16, literally: `*` matches any bytes, including none, and a final `$` the end of the target. `reached` holds the
 * lengths of all target prefixes that the pattern so far can match, so the cost is at most pattern × target.
 */
function naiveMatches(pattern: string, target: string): boolean {
  let reached = [0];
  for (let p = 0; p < pattern.length && reached.length > 0; p++) {
    const byte = pattern[p];
    if (byte === '$' && p === pattern.length - 1) {
      return reached.includes(target.length);
    }
    if (byte === '*') {
      const least = Math.min(...reached);
      reached = Array.from({ length: target.length - least + 1 }, (_, more) => least + more);
    } else {
      reached = reached.filter((t) => target[t] === byte).map((t) => t + 1);
    }
  }
  return reached.length > 0;
}

export interface NaiveMatch {
  readonly rule: NaiveRule;
  /** The measure of "most specific match"; 0 for the empty pattern, which restricts nothing. */
  readonly priority: number;
}

/** One rule against one target. */
function matchRule(rule: NaiveRule, target: string, dialect: DialectName): NaiveMatch | undefined {
  if (rule.pattern === '') {
    return dialect === 'google' ? { rule, priority: 0 } : undefined; // empty paths
  }
  const { form, others, length, usable } = naivePattern(rule.pattern, dialect);
  if (!usable) return undefined; // unusable paths; and what Google's parser reads there can never match
  if (dialect === 'koster1996') {
    return target.startsWith(form) ? { rule, priority: length } : undefined;
  }
  if ([form, ...others].some((one) => naiveMatches(one, target))) return { rule, priority: length };
  if (dialect === 'google' && rule.kind === 'allow') {
    // Row 24.
    const slash = form.lastIndexOf('/');
    if (slash !== -1 && form.slice(slash).startsWith('/index.htm')) {
      const folder = `${form.slice(0, slash + 1)}$`;
      if (naiveMatches(folder, target)) return { rule, priority: folder.length };
    }
  }
  return undefined;
}

/** Rows 21 and 22: the matching rules in order of priority; the first decides. */
export function naiveMatchedRules(rules: readonly NaiveRule[], target: string, dialect: DialectName): readonly NaiveMatch[] {
  const matches: NaiveMatch[] = [];
  for (const rule of rules) {
    const match = matchRule(rule, target, dialect);
    if (match !== undefined) matches.push(match);
  }
  if (dialect === 'koster1996') return matches;
  const disallows = (match: NaiveMatch) => (match.rule.kind === 'disallow' ? 1 : 0);
  return matches.toSorted((a, b) => b.priority - a.priority || disallows(a) - disallows(b) || a.rule.line - b.rule.line);
}
