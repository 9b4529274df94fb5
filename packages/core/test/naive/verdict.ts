/** The reference verdict: rows 11, 15, 22 and 23, and the rules for inputs. */
import type { DialectName } from '../../src/dialect/dialect.js';
import type { Verdict } from '../../src/match/verdict.js';
import { asciiLowerCase, latin1OfText, textOfLatin1 } from './bytes.js';
import { naiveTarget, naiveTargetOfUrl } from './canonical.js';
import { naiveMatchedRules } from './match.js';
import { type NaiveGroup, type NaiveRule, naiveGroups } from './parse.js';

export interface NaiveVerdict {
  readonly allowed: boolean;
  /** The line of the deciding rule, or 0. */
  readonly line: number;
  readonly target: string;
  readonly reason: Verdict['reason'];
  /** The lines of all matching rules in order of priority, if a rule decided. */
  readonly matchedLines: readonly number[];
}

/** The name of a product token, as written by `naiveGroups`. */
function tokenName(token: string, dialect: DialectName): string {
  const name = dialect === 'google' ? token : token.split('/')[0];
  if (dialect !== 'google' && (name === '' || /[\s()]/.test(token))) {
    throw new TypeError(`not a product token: ${token}`);
  }
  return asciiLowerCase(latin1OfText(name));
}

export interface NaiveApplied {
  /** The user-agent lines of the token or of `*`. */
  readonly userAgentLines: readonly number[];
  /** In file order. */
  readonly rules: readonly NaiveRule[];
}

/** Row 11: the applicable groups, merged; `undefined` if there are none. */
function applicable(groups: readonly NaiveGroup[], tokens: readonly string[], dialect: DialectName): NaiveApplied | undefined {
  const merged = (name: string, some: readonly NaiveGroup[]): NaiveApplied => ({
    userAgentLines: some.flatMap((group) => group.userAgentLines.filter((_, index) => group.names[index] === name)),
    rules: some.flatMap((group) => group.rules),
  });
  const names = tokens.map((token) => tokenName(token, dialect));
  for (const name of names) {
    // `*` on a user-agent line means all crawlers, not a product of that name.
    const named = name === '*' ? [] : groups.filter((group) => group.names.includes(name));
    if (named.length > 0) return merged(name, dialect === 'koster1996' ? named.slice(0, 1) : named);
  }
  const star = groups.filter((group) => group.names.includes('*'));
  if (star.length === 0) return undefined;
  const onlyFirst = ['koster1996', 'draft-koster-rep-00', 'yandex'].includes(dialect);
  return merged('*', onlyFirst ? star.slice(0, 1) : star);
}

/** The verdict on a canonical target. */
function decide(applied: NaiveApplied | undefined, target: string, dialect: DialectName): NaiveVerdict {
  const answer = { allowed: true, line: 0, target: textOfLatin1(target), matchedLines: [] };
  const followsRfc = ['rfc9309', 'draft-koster-rep-00', 'yandex'].includes(dialect);
  if (followsRfc && target === '/robots.txt') return { ...answer, reason: 'robots-txt' }; // /robots.txt
  if (applied === undefined) return { ...answer, reason: 'no-group' };
  const matches = naiveMatchedRules(applied.rules, target, dialect);
  const winner = matches[0];
  if (winner === undefined) return { ...answer, reason: 'no-rule' };
  const { line } = winner.rule;
  if (winner.priority === 0) return { ...answer, line, reason: 'empty-rule' };
  return {
    ...answer,
    allowed: winner.rule.kind === 'allow',
    line,
    reason: 'rule',
    matchedLines: matches.map((match) => match.rule.line),
  };
}

function list(productToken: string | readonly string[]): readonly string[] {
  return typeof productToken === 'string' ? [productToken] : productToken;
}

/** A body parsed once for many queries. */
export class NaiveRobotsTxt {
  readonly dialect: DialectName;
  readonly groups: readonly NaiveGroup[];

  constructor(body: string | Uint8Array, dialect: DialectName, maxBytes?: number) {
    this.dialect = dialect;
    this.groups = naiveGroups(body, dialect, maxBytes);
  }

  applied(productToken: string | readonly string[]): NaiveApplied | undefined {
    return applicable(this.groups, list(productToken), this.dialect);
  }

  verdict(url: string, productToken: string | readonly string[]): NaiveVerdict {
    const target = naiveTargetOfUrl(url, this.dialect);
    return decide(this.applied(productToken), target, this.dialect);
  }

  verdictOnTarget(target: string, productToken: string | readonly string[]): NaiveVerdict {
    const canonical = naiveTarget(target, this.dialect);
    return decide(this.applied(productToken), canonical, this.dialect);
  }
}

export function naiveVerdict(
  body: string | Uint8Array,
  url: string,
  productToken: string | readonly string[],
  dialect: DialectName,
): NaiveVerdict {
  return new NaiveRobotsTxt(body, dialect).verdict(url, productToken);
}
