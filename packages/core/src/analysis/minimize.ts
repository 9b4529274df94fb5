/**
 * Finds the smallest robots.txt that is provably equivalent: removes rules and lines, merges groups, shortens paths.
 */

import type { RobotsTxt } from '../file/robots-txt.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { Rule } from '../match/verdict.js';
import { type Budget, readBudget } from '../prover/budget.js';
import type { RankedEntry, RankedRules } from '../prover/ranked-rules.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import { byteLength, FIELD_TITLES, isRule } from '../write/record-text.js';
import { type Audience, audiencesOf, crawlersWithOwnSelection, namedTokens } from './audience.js';
import { partsByDialect } from './by-dialect.js';
import { type Diff, type DiffOptions, diff } from './diff.js';
import { type NeededRules, neededRules, shorterPatterns } from './minimal-rules.js';
import {
  asUnicode,
  read,
  shorterOf,
  spelledLine,
  textOfLines,
  tidy,
  withoutBlankRuns,
} from './minimal-text.js';
import { SITE_FIELDS } from './record-changes.js';

export interface MinimizeOptions extends Pick<DiffOptions, 'documentedDialects'> {
  /** Steps that the proofs may take (default: 13 million). */
  readonly budget?: number;
}

export interface Minimized {
  /**
   * The minimized file, or the original if no smaller equivalent was proved (non-Unicode bytes are rewritten as by
   * `format`).
   */
  readonly text: string;
  /** The result of `diff` between the original and this text: the same access for every crawler. */
  readonly proof: Diff;
  /** False if the budget ran out: then some removable rules may remain. */
  readonly complete: boolean;
  /** Bytes that each kind of change saved, compared with the original as Unicode. */
  readonly savings: Savings;
}

/** Bytes by kind of change, none negative. */
export interface Savings {
  /** Comments, blank lines, invalid lines and repeated crawl delays. */
  readonly lines: number;
  /** Rules that change no verdict. */
  readonly rules: number;
  /** Merged and removed groups, with the order and spelling of their lines. */
  readonly groups: number;
  /** Stars that change nothing. */
  readonly patterns: number;
}

const NOTHING_SAVED: Savings = { lines: 0, rules: 0, groups: 0, patterns: 0 };

/** The lines of one group in the new file. */
interface MinimalGroup {
  readonly lines: readonly string[];
  /** Equal for groups that differ only in comments. */
  readonly id: string;
}

const NO_CONTENT: MinimalGroup = { lines: [], id: '' };

/** The share of the budget for the search; the rest is for the final proof. */
const SHARE_OF_SEARCH = 3 / 4;

/**
 * Removes rules that decide nothing, groups that repeat another group or `*`, stars that change nothing, and lines that
 * are not records or repeat the crawl delay of a group. Keeps the comments of remaining rules, including comment lines
 * directly above them, and all other records. A group without rules keeps `Disallow:`: it shows that everything is
 * meant to be allowed, and keeps the group apart from the next one. Repeats until nothing gets smaller, so a second call
 * cannot improve the result.
 *
 * Holds for known crawlers as their operators document them, as well as for every product token: if what is redundant in
 * one dialect decides in another that known crawlers document, the result is the one that suits all. With
 * `documentedDialects: false`, it holds for the dialect of the file alone.
 *
 * Keeps all rules and groups if a content-usage line is between the user-agent lines of a group. Parsers that follow
 * draft-ietf-aipref-attach-05 split such a group, so equivalence for the file's dialect is not enough.
 */
export function minimize(robotsTxt: RobotsTxt, options?: MinimizeOptions): Minimized {
  const budget = readBudget(options?.budget);
  const documentedDialects = options?.documentedDialects ?? true;
  const proved = ({ text, savings, complete }: Smaller): Minimized => {
    const smaller = read(text, robotsTxt);
    const proof = diff(robotsTxt, smaller, { documentedDialects, budget: budget.left });
    const isDecided = proof.accessEquivalent !== 'undecided';
    return { text, proof, complete: complete && isDecided, savings };
  };
  const search = (file: RobotsTxt) =>
    proved(
      budget.lend(Math.floor(budget.left * SHARE_OF_SEARCH), (share) => smallestFile(file, share)),
    );
  let smallest = search(robotsTxt);
  // If the result for one dialect does not suit the others, that for another may suit all.
  const [, ...others] = partsByDialect([robotsTxt, robotsTxt], { documentedDialects });
  for (const { files } of others) {
    if (smallest.proof.accessEquivalent !== false) break;
    const found = search(files[0]);
    if (found.proof.accessEquivalent !== true || keepsTokens(robotsTxt, found.text, budget.left)) {
      smallest = found;
    }
  }
  if (smallest.proof.accessEquivalent === true) return smallest;
  const { complete } = smallest;
  const tidied = proved({ ...tidiedFile(robotsTxt), complete });
  if (tidied.proof.accessEquivalent === true) return tidied;
  return proved({ text: asUnicode(robotsTxt).text, savings: NOTHING_SAVED, complete });
}

/** Proves access also for the product tokens that `diff` leaves out by default, because they are those of known crawlers. */
function keepsTokens(robotsTxt: RobotsTxt, text: string, budget: number): boolean {
  const smaller = read(text, robotsTxt);
  const productTokens = namedTokens([robotsTxt, smaller]);
  const options = { productTokens, documentedDialects: false, budget };
  return diff(robotsTxt, smaller, options).accessEquivalent === true;
}

type Smaller = Omit<Minimized, 'proof'>;

/** Removes only lines that are not records: groups and rules are unchanged, so the proof needs no search. */
function tidiedFile(robotsTxt: RobotsTxt): Pick<Smaller, 'text' | 'savings'> {
  const given = asUnicode(robotsTxt);
  const text = shorterOf(given.text, tidy(given.robotsTxt));
  const lines = byteLength(given.text) - byteLength(text);
  return { text, savings: { ...NOTHING_SAVED, lines } };
}

/** Returns the smallest file under the dialect of this one. It is not proved yet. */
function smallestFile(robotsTxt: RobotsTxt, budget: Budget): Smaller {
  const tidied = tidiedFile(robotsTxt);
  let { text } = tidied;
  const savings = { ...tidied.savings };
  if (hasUsageBetweenUserAgents(robotsTxt)) return { text, savings, complete: true };
  for (;;) {
    const pass = new Pass(read(text, robotsTxt), budget);
    const next = pass.run();
    const { complete } = pass;
    if (byteLength(next) >= byteLength(text)) return { text, savings, complete };
    savings.rules += pass.savings.rules;
    savings.groups += pass.savings.groups;
    savings.patterns += pass.savings.patterns;
    // Comments above removed rules no longer belong to a rule.
    text = shorterOf(next, tidy(read(next, robotsTxt)));
    savings.lines += byteLength(next) - byteLength(text);
  }
}

/** Returns whether parsers that follow draft-ietf-aipref-attach-05 split a group of the file in two. */
function hasUsageBetweenUserAgents({ records }: RobotsTxt): boolean {
  let group: number | undefined;
  return records.some(({ kind, groupIndex }) => {
    if (kind === 'content-usage') group = groupIndex;
    return kind === 'user-agent' && groupIndex === group;
  });
}

/** One pass. Its result is not proved yet. */
class Pass {
  /** False if the budget ran out. */
  complete = true;
  /** Bytes that the result of `run` saves. */
  savings: Omit<Savings, 'lines'> = NOTHING_SAVED;
  readonly #robotsTxt: RobotsTxt;
  readonly #budget: Budget;

  constructor(robotsTxt: RobotsTxt, budget: Budget) {
    this.#robotsTxt = robotsTxt;
    this.#budget = budget;
  }

  run(): string {
    const given = this.#robotsTxt.records.map(({ text }) => text).join('');
    const { all, complete } = audiencesOf(this.#robotsTxt, this.#budget);
    if (!complete) {
      this.complete = false;
      return given;
    }
    const needed = this.#neededRules(all);
    // If no rule applies to two audiences, the common result holds for each of them.
    const rules = all.flatMap(({ ranked }) => ranked.rules);
    const isShared = new Set(rules).size < rules.length;
    const neededBy = isShared ? (one: Audience) => this.#neededRules([one]) : () => needed;
    const [withoutRules, regrouped] = [this.#withoutLines(needed), this.#regrouped(all, neededBy)];
    const smallest = [withoutRules, regrouped].reduce(shorterOf, given);
    const bytes = byteLength(given);
    if (smallest === given) {
      const shortened = this.#withoutStars(all);
      this.savings = { ...NOTHING_SAVED, patterns: bytes - byteLength(shortened) };
      return shortened;
    }
    const fewerRules = Math.max(0, bytes - byteLength(withoutRules));
    const groups = bytes - fewerRules - byteLength(smallest);
    this.savings = { ...NOTHING_SAVED, rules: fewerRules, groups };
    return smallest;
  }

  #neededRules(audiences: readonly Audience[]): NeededRules {
    const needed = neededRules(audiences, this.#budget);
    if (!needed.complete) this.complete = false;
    return needed;
  }

  /**
   * Returns the same groups without removable rules. Drops a group without rules if an earlier group names the same
   * tokens.
   */
  #withoutLines({ isNeeded }: NeededRules): string {
    const { records, groups, dialect } = this.#robotsTxt;
    const kept = new Set(
      groups.flatMap(({ rules }) => rules.filter(isNeeded).map(({ line }) => line)),
    );
    const named = new Set<string>();
    const isGone = groups.map(({ productTokens, rules, otherRecords }) => {
      const names = productTokens.map((name) => name.toLowerCase());
      const isIdle = !rules.some(isNeeded) && otherRecords.length === 0;
      const gone = isIdle && names.every((name) => named.has(name));
      for (const name of names) named.add(name);
      return gone;
    });
    // Backwards, because a comment belongs to the rule after it.
    let isAboveKept = false;
    const backwards = records.toReversed().flatMap((record): string[] => {
      const { kind, groupIndex, line } = record;
      if (kind !== 'comment') isAboveKept = kept.has(line);
      if (groupIndex === undefined) return isRule(record) ? [] : [spelledLine(record)];
      if (isGone[groupIndex]) return [];
      if (kind === 'comment') return isAboveKept ? [spelledLine(record)] : [];
      if (!isRule(record) || kept.has(line)) return [spelledLine(record)];
      // User-agent lines without a rule would merge with the next group.
      const { rules } = groups[groupIndex];
      const isOnly = rules[0].line === line && !rules.some((rule) => kept.has(rule.line));
      return isOnly ? ['Disallow:'] : [];
    });
    const lines = backwards.reverse();
    const end = dialect.blankLineEndsGroup ? withoutBlankRuns(lines) : lines;
    return textOfLines(this.#robotsTxt, end);
  }

  /** Returns one group per set of needed rules, then the records about the whole site. */
  #regrouped(
    audiences: readonly Audience[],
    neededBy: (audience: Audience) => NeededRules,
  ): string {
    const others = this.#robotsTxt.records.filter(isOther);
    const site = others.filter(({ kind }) => SITE_FIELDS.has(kind)).map(otherLine);
    const outside = others
      .filter(({ kind, groupIndex }) => groupIndex === undefined && !SITE_FIELDS.has(kind))
      .map(otherLine);
    const groups = this.#groupLines(audiences, neededBy);
    return [...new Set(outside), ...groups, ...new Set(site)].map((line) => `${line}\n`).join('');
  }

  /** Returns the groups of the new file. Tokens without their own group fall back to `*`. */
  #groupLines(
    audiences: readonly Audience[],
    neededBy: (audience: Audience) => NeededRules,
  ): readonly string[] {
    const byToken = new Map<string, MinimalGroup>();
    for (const audience of audiences) {
      const content = this.#contentFor(audience, neededBy(audience));
      for (const token of audience.tokens) byToken.set(token, content);
    }
    const kept = this.#tokensWithGroup(byToken);
    const groupFor = (token: string) => byToken.get(token) ?? NO_CONTENT;
    const byContent = Map.groupBy(
      this.#tokens().filter((token) => kept.has(token)),
      (token) => groupFor(token).id,
    );
    return [...byContent.values()].flatMap((tokens) => {
      const { lines } = groupFor(tokens[0]);
      return [
        ...tokens.map((token) => `User-agent: ${token}`),
        ...(lines.length > 0 ? lines : ['Disallow:']),
      ];
    });
  }

  /**
   * Returns the tokens that need a group. Others follow `*`, and without a group for `*` everything is allowed. Known
   * crawlers that fall back to another crawler's group or ignore that of `*` may need the group of their token still.
   */
  #tokensWithGroup(byToken: ReadonlyMap<string, MinimalGroup>): ReadonlySet<string> {
    const star = byToken.get(STAR_TOKEN) ?? NO_CONTENT;
    const tokens = new Map([...byToken.keys()].map((token) => [token.toLowerCase(), token]));
    const kept = new Set(
      [...byToken].flatMap(([token, { id, lines }]) => {
        const isNeeded = token === STAR_TOKEN ? lines.length > 0 : id !== star.id;
        return isNeeded ? [token] : [];
      }),
    );
    const idFor = (token: string | undefined) => {
      const group = byToken.get(token ?? '') ?? NO_CONTENT;
      return group.lines.length === 0 ? NO_CONTENT.id : group.id;
    };
    const crawlers = crawlersWithOwnSelection([this.#robotsTxt.dialect]);
    for (let size = -1; size < kept.size; ) {
      size = kept.size;
      for (const { productTokens, fallsBackToStar } of crawlers) {
        const named = productTokens.flatMap((token) => tokens.get(token.toLowerCase()) ?? []);
        if (named.length === 0) continue;
        const followed = named.find((token) => kept.has(token));
        const isSame = idFor(named[0]) === idFor(followed ?? (fallsBackToStar ? STAR_TOKEN : ''));
        if (!isSame) kept.add(named[0]);
      }
    }
    return kept;
  }

  /** Returns the product tokens and `*` in file order. */
  #tokens(): readonly string[] {
    const names = this.#robotsTxt.groups.flatMap(({ productTokens }) => productTokens);
    const before = new Set(names.slice(0, Math.max(names.indexOf(STAR_TOKEN), 0)));
    const rank = (token: string) => (before.has(token) ? 0 : token === STAR_TOKEN ? 1 : 2);
    return namedTokens([this.#robotsTxt]).sort((one, other) => rank(one) - rank(other));
  }

  /** Returns the rules that an audience needs, and the other records of its groups. */
  #contentFor({ matcher, ranked }: Audience, { isNeeded }: NeededRules): MinimalGroup {
    const { records } = this.#robotsTxt;
    this.#budget.spend(records.length);
    const groups = new Set(
      matcher.group?.userAgentLines.map((line) => records[line - 1].groupIndex),
    );
    const others = records.filter(
      (record) => isOther(record) && !SITE_FIELDS.has(record.kind) && groups.has(record.groupIndex),
    );
    const rules = ranked.rules.filter(isNeeded);
    const ruleLines = rules.flatMap((rule) => this.#ruleLines(rule));
    // User-agent lines without a rule would merge with the next group.
    const first = ruleLines.length === 0 && others.length > 0 ? ['Disallow:'] : ruleLines;
    const values = others.map((record) => [record.field?.text, record.value?.text]);
    return {
      lines: [...first, ...others.map(otherLine)],
      id: JSON.stringify([this.#orderOf(ranked, new Set(rules)), values]),
    };
  }

  /** Returns the patterns by priority; patterns of equal priority are sorted. */
  #orderOf({ entries }: RankedRules, rules: ReadonlySet<Rule | undefined>): unknown {
    const kept = entries.filter(({ rule }) => rules.has(rule));
    const textOf = ({ allows, shape }: RankedEntry) => `${allows} ${shape.id}`;
    if (this.#robotsTxt.dialect.precedence === 'first-in-file') return kept.map(textOf);
    const byWeight = Map.groupBy(kept, ({ weight }) => weight);
    return [...byWeight.values()].map((equals) => equals.map(textOf).sort());
  }

  #withoutStars(audiences: readonly Audience[]): string {
    const { byLine, complete } = shorterPatterns(audiences, this.#budget);
    if (!complete) this.complete = false;
    return this.#robotsTxt.records
      .map(({ line, text, value }) => {
        const pattern = byLine.get(line);
        if (pattern === undefined || value === undefined) return text;
        const start = text.indexOf(value.text, value.span.column - 1);
        return text.slice(0, start) + pattern + text.slice(start + value.text.length);
      })
      .join('');
  }

  /** Returns the line of a rule, preceded by the comment lines directly above it. */
  #ruleLines(rule: Rule): readonly string[] {
    const { records } = this.#robotsTxt;
    let start = rule.line - 1;
    while (start > 0 && records[start - 1].kind === 'comment') start--;
    const above = records.slice(start, rule.line - 1).map(({ comment }) => comment?.text ?? '#');
    return [...above, lineOf(FIELD_TITLES[rule.kind], records[rule.line - 1])];
  }
}

function otherLine(record: RobotsTxtRecord): string {
  return lineOf(record.field?.text ?? '', record);
}

/** Returns the line of a record under this field name. `asUnicode` has replaced bytes that are not text. */
function lineOf(name: string, record: RobotsTxtRecord): string {
  const comment = record.comment ? ` ${record.comment.text}` : '';
  return `${name}: ${record.value?.text ?? ''}${comment}`;
}

/** Excludes fields that look like a byte-order mark: one could end up at the start of the new file. */
function isOther(record: RobotsTxtRecord): boolean {
  const { kind, field } = record;
  if (field === undefined || /^[\uFEFF\uFFFD]/.test(field.text)) return false;
  return kind !== 'user-agent' && !isRule(record);
}
