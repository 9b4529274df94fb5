/** The smallest robots.txt that can be proved to say the same: rules dropped, groups merged. */

import { MAX_PARSING_LIMIT_OCTETS, MIN_PARSING_LIMIT_OCTETS } from '../limits.js';
import { EVERYONE } from '../match/asked-token.js';
import { parseRobotsTxt, type RobotsTxt } from '../robots-txt.js';
import type { RobotsTxtRecord } from '../syntax/record.js';
import type { Rule } from '../verdict.js';
import { format } from '../write/format.js';
import { pieceText, valueText } from '../write/record-text.js';
import { type Budget, matcherSteps, readBudget } from './budget.js';
import { type Diff, diff } from './diff.js';
import { NamedGroups, namedTokens } from './named-tokens.js';
import { whereMatters } from './prove.js';
import { type Reading, readingOf } from './reading.js';

export interface MinimiseOptions {
  /** The steps that the proofs may take, 16 million by default. */
  readonly budget?: number;
}

export interface Minimised {
  /** The file; the one that was given (`format` spells what is not Unicode) where no smaller one could be proved equivalent. */
  readonly text: string;
  /** What `diff` says of the file that was given and this one: they are equivalent for every product token. */
  readonly proof: Diff;
  /** Whether the budget sufficed: false where a rule may have been kept that could go. */
  readonly complete: boolean;
}

/** Fields whose records are about the whole site, wherever they stand. */
const SITE_FIELDS: ReadonlySet<string> = new Set(['sitemap', 'host', 'clean-param']);

/** What a group of the new file says. */
interface Said {
  readonly lines: readonly string[];
  /** Equal for groups that say the same, whatever their comments. */
  readonly id: string;
}

const NOTHING_SAID: Said = { lines: [], id: '' };

interface Section extends Said {
  readonly tokens: string[];
}

/**
 * Rules that decide nothing, and groups that say what another one or `*` says, are dropped; so are lines that are no
 * records. The comment of a kept rule is kept, with the comment lines right above it, and so are all other records.
 */
export function minimise(robotsTxt: RobotsTxt, options?: MinimiseOptions): Minimised {
  const budget = readBudget(options?.budget);
  const given = asUnicode(robotsTxt);
  // Half of it is for the proof.
  const slice = budget.slice(Math.floor(budget.left / 2));
  const text = new Minimiser(robotsTxt, slice).write();
  const complete = slice.left > 0;
  budget.giveBack(slice);
  const isSmaller = text !== undefined && text.length < given.text.length;
  if (isSmaller) {
    const proof = diff(robotsTxt, read(text, robotsTxt), { budget: budget.left });
    if (proof.equivalent === true) return { text, proof, complete };
  }
  const proof = diff(robotsTxt, given.robotsTxt, { budget: budget.left });
  return { text: given.text, proof, complete: complete && !isSmaller };
}

/** The file as it was given, without a byte-order mark; where its octets are not Unicode, as text that says the same. */
function asUnicode(robotsTxt: RobotsTxt): { text: string; robotsTxt: RobotsTxt } {
  const given = robotsTxt.records.map((record) => record.text).join('');
  const isUnicode = robotsTxt.encoding !== 'utf-8' || robotsTxt.records.every(isUtf8);
  const text = isUnicode ? withoutMark(given, robotsTxt) : format(robotsTxt);
  return { text, robotsTxt: text === given ? robotsTxt : read(text, robotsTxt) };
}

/**
 * A mark stays where what is behind it would be read as one, or as a part of one, and where the file is cut at the
 * parsing limit: every octet less would then let in another one.
 */
function withoutMark(text: string, { truncated }: RobotsTxt): string {
  return truncated ? text : text.replace(/^\uFEFF(?![\uF000-\uFFFF])/, '');
}

function isUtf8({ octets, text }: RobotsTxtRecord): boolean {
  if (!text.includes('\uFFFD')) return true;
  const encoded = new TextEncoder().encode(text);
  return encoded.length === octets.length && encoded.every((octet, at) => octet === octets[at]);
}

function read(text: string, { dialect }: RobotsTxt): RobotsTxt {
  const wanted = Math.max(new TextEncoder().encode(text).length, MIN_PARSING_LIMIT_OCTETS);
  return parseRobotsTxt(text, { dialect, maxBytes: Math.min(wanted, MAX_PARSING_LIMIT_OCTETS) });
}

class Minimiser {
  readonly #robotsTxt: RobotsTxt;
  readonly #budget: Budget;
  /** Whether the budget was met before it was seen what each group says. */
  #gaveUp = false;

  constructor(robotsTxt: RobotsTxt, budget: Budget) {
    this.#robotsTxt = robotsTxt;
    this.#budget = budget;
  }

  /** The new file, not proved yet; undefined where the budget was met. */
  write(): string | undefined {
    const { records } = this.#robotsTxt;
    const others = records.filter(isOther);
    const site = others
      .filter(({ kind }) => SITE_FIELDS.has(kind))
      .map((record) => this.#otherLine(record));
    const outside = others
      .filter(({ kind, groupIndex }) => groupIndex === undefined && !SITE_FIELDS.has(kind))
      .map((record) => this.#otherLine(record));
    const groups = this.#sections().flatMap(({ tokens, lines }) => [
      ...tokens.map((token) => `User-agent: ${token}`),
      ...(lines.length > 0 ? lines : ['Disallow:']),
    ]);
    if (this.#gaveUp) return undefined;
    return [...new Set(outside), ...groups, ...new Set(site)].map((line) => `${line}\n`).join('');
  }

  /** The groups of the new file: each product token stands in one of them, or is one of everyone. */
  #sections(): readonly Section[] {
    const named = new NamedGroups([this.#robotsTxt]);
    const byKey = new Map<string, Said>();
    const saidFor = (token: string): Said => {
      const key = named.keyOf(token);
      const said = byKey.get(key) ?? this.#saidFor(token);
      byKey.set(key, said);
      return said;
    };
    const everyone = saidFor(EVERYONE);
    const sections = new Map<string, Section>();
    for (const token of this.#tokens()) {
      const { id, lines } = saidFor(token);
      // Whoever has no group is one of everyone, and without a group for everyone all is allowed.
      if (token === EVERYONE ? lines.length === 0 : id === everyone.id) continue;
      const section = sections.get(id) ?? { tokens: [], lines, id };
      section.tokens.push(token);
      sections.set(id, section);
    }
    return [...sections.values()];
  }

  /** Product tokens and `*`, in the order in which the file names them. */
  #tokens(): readonly string[] {
    const tokens = namedTokens([this.#robotsTxt]);
    const names = this.#robotsTxt.groups.flatMap(({ productTokens }) => productTokens);
    const place = names.indexOf(EVERYONE);
    const before = new Set(names.slice(0, Math.max(place, 0)));
    const first = tokens.filter((token) => before.has(token));
    return [
      ...first,
      EVERYONE,
      ...tokens.filter((token) => token !== EVERYONE && !before.has(token)),
    ];
  }

  /** The rules that a product token needs, and the other records of its groups. */
  #saidFor(token: string): Said {
    const { records } = this.#robotsTxt;
    if (!this.#budget.spend(matcherSteps(this.#robotsTxt) + records.length)) this.#gaveUp = true;
    if (this.#gaveUp) return NOTHING_SAID;
    const matcher = this.#robotsTxt.matcher(token);
    const groups = new Set(
      matcher.group?.userAgentLines.map((line) => records[line - 1].groupIndex),
    );
    const others = records.filter(
      (record) => isOther(record) && !SITE_FIELDS.has(record.kind) && groups.has(record.groupIndex),
    );
    const reading = readingOf(matcher);
    const rules = neededRules(reading, this.#budget);
    const ruleLines = rules.flatMap((rule) => this.#ruleLines(rule));
    // A group without a rule would run on into the next one.
    const first = ruleLines.length === 0 && others.length > 0 ? ['Disallow:'] : ruleLines;
    const values = others.map((record) => [record.field?.text, valueText(record, this.#robotsTxt)]);
    return {
      lines: [...first, ...others.map((record) => this.#otherLine(record))],
      id: JSON.stringify([this.#orderOf(reading, new Set(rules)), values]),
    };
  }

  /** The patterns of the rules in order of priority; those of one priority in any order. */
  #orderOf({ entries }: Reading, rules: ReadonlySet<Rule | undefined>): unknown {
    const kept = entries.filter(({ rule }) => rules.has(rule));
    const said = kept.map(({ allows, shape, weight }) => ({
      weight,
      text: `${allows} ${shape.id}`,
    }));
    if (this.#robotsTxt.dialect.precedence === 'first-in-file') return said.map(({ text }) => text);
    const byWeight = Map.groupBy(said, ({ weight }) => weight);
    return [...byWeight.values()].map((equals) => equals.map(({ text }) => text).sort());
  }

  /** The line of a rule, below the comment lines right above it. */
  #ruleLines(rule: Rule): readonly string[] {
    const { records } = this.#robotsTxt;
    let start = rule.line - 1;
    while (start > 0 && records[start - 1].kind === 'comment') start--;
    const above = records.slice(start, rule.line - 1).map((record) => this.#comment(record));
    return [
      ...above,
      this.#line(rule.kind === 'allow' ? 'Allow' : 'Disallow', records[rule.line - 1]),
    ];
  }

  #otherLine(record: RobotsTxtRecord): string {
    const name = record.field ? pieceText(record, record.field, this.#robotsTxt) : '';
    return this.#line(name, record);
  }

  #line(name: string, record: RobotsTxtRecord): string {
    const comment = record.comment ? ` ${this.#comment(record)}` : '';
    return `${name}: ${valueText(record, this.#robotsTxt)}${comment}`;
  }

  #comment(record: RobotsTxtRecord): string {
    return record.comment ? pieceText(record, record.comment, this.#robotsTxt) : '#';
  }
}

/** A field that begins as a byte-order mark does would be one at the start of the new file, so it is left out. */
function isOther({ kind, field }: RobotsTxtRecord): boolean {
  if (field !== undefined && /^[\uFEFF\uFFFD]/.test(field.text)) return false;
  const isRule = kind === 'allow' || kind === 'disallow';
  return field !== undefined && !isRule && kind !== 'user-agent' && kind !== 'invalid';
}

/** The rules without which a verdict would change: the longest are tried first, and of equal ones the last. */
function neededRules(reading: Reading, budget: Budget): readonly Rule[] {
  const gone = new Set(reading.rules.filter((rule) => reading.entriesOf(rule).length === 0));
  const order = reading.rules.filter((rule) => !gone.has(rule)).reverse();
  order.sort((a, b) => b.octets - a.octets);
  let open = new Set(order);
  while (open.size > 0) {
    /** What was needed may no longer be so once a rule that matches the same has gone. */
    const again = new Set<Rule>();
    for (const rule of open) {
      if (whereMatters(reading, rule, budget, gone).outcome !== 'never') continue;
      gone.add(rule);
      for (const { shape } of reading.entriesOf(rule)) {
        for (const other of reading.overlapping(shape, budget)) {
          if (other.rule !== undefined) again.add(other.rule);
        }
      }
    }
    open = new Set(order.filter((rule) => again.has(rule) && !gone.has(rule)));
  }
  return reading.rules.filter((rule) => !gone.has(rule));
}
