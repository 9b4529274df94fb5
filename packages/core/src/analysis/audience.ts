/** Audiences: sets of product tokens to which the same groups apply. */

import { type CrawlerProfile, knownCrawlers } from '../crawlers/known-crawlers.js';
import type { Dialect } from '../dialect/dialect.js';
import { type Crawler, fallsBackToStar, productTokensOf } from '../file/crawler.js';
import type { Group } from '../file/groups.js';
import { isLabel } from '../file/label.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import { readTokenInput, STAR_TOKEN } from '../match/token-input.js';
import type { Rule } from '../match/verdict.js';
import { type Budget, rulesSteps } from '../prover/budget.js';
import { type RankedRules, rankedRulesOf } from '../prover/ranked-rules.js';
import { utf8Text } from '../syntax/record-text.js';
import { groupBy } from '../util/group-by.js';
import { memoizeByObject } from '../util/memoize-by-object.js';

/** Any origin works: verdicts do not depend on the host. */
export const ORIGIN = 'https://example.com';

/**
 * Returns a target that a canonical pattern matches, with the filler for its stars. Targets start with `/`, which a star
 * may match too.
 */
export function targetFor(pattern: string, filler = ''): string {
  const path = pattern.replace(/\$$/, '').replaceAll(/\*+/g, filler);
  return path.startsWith('/') ? path : `/${path}`;
}

export interface Audience {
  /** As first spelled in the file. */
  readonly tokens: readonly string[];
  readonly matcher: Matcher;
  readonly ranked: RankedRules;
}

export interface Audiences {
  /** In file order. Only audiences that have a group. */
  readonly all: readonly Audience[];
  /** The audience of all other crawlers (`*`); undefined if no group applies to them. */
  readonly star: Audience | undefined;
  /** False if the budget ran out first. Then a crawler that is missing may have a group. */
  readonly complete: boolean;
}

export function audiencesOf(robotsTxt: RobotsTxt, budget: Budget): Audiences {
  const groups = new NamedGroups([robotsTxt]);
  const all: Audience[] = [];
  let complete = true;
  for (const tokens of groups.audiences(namedTokens([robotsTxt]))) {
    const matcher = robotsTxt.matcher(tokens[0]);
    if (matcher.group === undefined) continue;
    // Later steps visit all groups for each audience: a hostile file has thousands of both.
    if (!budget.spend(rulesSteps(matcher.rules) + robotsTxt.groups.length)) {
      complete = false;
      break;
    }
    all.push({ tokens, matcher, ranked: rankedRulesOf(matcher) });
  }
  const star = all.find(({ tokens }) => tokens.includes(STAR_TOKEN));
  return { all, star, complete };
}

/** Text with the same bytes and characters. */
const ASCII = /^[ -~]*$/;
const encoder = new TextEncoder();

/**
 * Returns the product tokens that the files name, as first spelled, then `*` for all other crawlers, and last the labels.
 * Skips names that cannot be passed as a product token in every dialect.
 */
export function namedTokens(files: readonly RobotsTxt[]): string[] {
  const tokens = new Map<string, string>();
  const seen = new Set<string>();
  for (const { groups } of files) {
    for (const name of groups.flatMap(({ productTokens }) => productTokens)) {
      // A hostile file names one product token on every line.
      if (seen.has(name)) continue;
      seen.add(name);
      const token = textOfName(name);
      if (token === undefined || tokens.has(lowerCase(token))) continue;
      if (files.every(({ dialect }) => isValidToken(token, dialect))) {
        tokens.set(lowerCase(token), token);
      }
    }
  }
  tokens.delete(STAR_TOKEN);
  const names = [...tokens.values()];
  return [...names.filter((name) => !isLabel(name)), STAR_TOKEN, ...names.filter(isLabel)];
}

/** The known crawlers that may follow other groups than their product token. Others never read a robots.txt. */
const selectiveCrawlers = /* @__PURE__ */ knownCrawlers.filter(
  (crawler) => crawler.obeysRobotsTxt !== 'no' && (crawler.productTokens.length > 1 || !crawler.fallsBackToStar),
);

/** Returns the known crawlers that may follow other groups than their product token, if the dialect can name them. */
function namedSelectiveCrawlers(dialects: readonly Dialect[]): readonly CrawlerProfile[] {
  return selectiveCrawlers.filter(({ productTokens }) =>
    productTokens.every((token) => dialects.every((dialect) => isValidToken(token, dialect))),
  );
}

/**
 * Returns the product tokens that the files name, `*`, and the known crawlers that follow other groups than each of
 * these, because they fall back to another crawler's group or ignore that of `*`. If a file names such a crawler, the
 * crawler takes the place of its product token, as spelled in the file. The two differ if only one of the files names it.
 */
export function comparedCrawlers(files: readonly RobotsTxt[], groups: NamedGroups): readonly Crawler[] {
  const dialects = files.map(({ dialect }) => dialect);
  const known = new Map(namedSelectiveCrawlers(dialects).map((crawler) => [lowerCase(crawler.name), crawler]));
  const named = namedTokens(files).map((token) => {
    const crawler = known.get(lowerCase(token));
    if (crawler === undefined) return token;
    const productTokens = crawler.productTokens.map((name) => (lowerCase(name) === lowerCase(token) ? token : name));
    return { ...crawler, name: token, productTokens };
  });
  const keys = new Set(named.map((crawler) => groups.keyOf(crawler)));
  return [...named, ...[...known.values()].filter((crawler) => !keys.has(groups.keyOf(crawler)))];
}

const NO_GROUPS: readonly number[] = [];
const stepsOf = memoizeByObject(({ rules }: Group) => rulesSteps(rules));

/** Groups of one or more files by name. Tokens with the same groups have the same verdicts. */
export class NamedGroups {
  readonly #files: readonly {
    readonly dialect: Dialect;
    readonly byName: ReadonlyMap<string, readonly number[]>;
    readonly groups: readonly Group[];
  }[];
  readonly #ids = new Map<object, number>();
  readonly #idByText = new Map<string, number>();

  constructor(files: readonly RobotsTxt[]) {
    this.#files = files.map(({ dialect, groups }) => {
      const byName = new Map<string, number[]>();
      groups.forEach(({ productTokens }, number) => {
        // Shared by all names that no other group has: a hostile file has tens of thousands in one group.
        const alone = [number];
        for (const token of productTokens) {
          const name = lowerCase(token);
          const known = byName.get(name);
          const selection = name === STAR_TOKEN ? dialect.groups.star : dialect.groups.named;
          if (known === undefined) byName.set(name, alone);
          else if (known.at(-1) === number || selection === 'first') continue;
          else if (known.length === 1) byName.set(name, [...known, number]);
          else known.push(number);
        }
      });
      return { dialect, byName, groups };
    });
  }

  /** Returns a key that is equal for tokens named by the same groups in each file. */
  keyOf(token: Crawler): string {
    return this.#files.map((_, file) => this.#idOf(this.#groupsOf(token, file), (groups) => groups.join())).join(';');
  }

  /** Returns lists of crawlers that the same groups apply to. */
  audiences<Token extends Crawler>(crawlers: readonly Token[]): readonly Token[][] {
    return [...groupBy(crawlers, (crawler) => this.keyOf(crawler)).values()];
  }

  /** Returns a key that is equal for tokens whose groups have the same rules in each file. */
  rulesKeyOf(token: Crawler): string {
    return this.#rulesOf(token).join(';');
  }

  /** Returns whether the token's groups have the same rules in all files. */
  agreeOn(token: Crawler): boolean {
    const [{ dialect }] = this.#files;
    const isSameDialect = this.#files.every((file) => file.dialect === dialect);
    return isSameDialect && new Set(this.#rulesOf(token)).size === 1;
  }

  stepsFor(token: Crawler): number {
    return this.groupsFor(token)
      .flat()
      .reduce((sum, group) => sum + stepsOf(group), 0);
  }

  /** Returns the groups of each file whose user-agent lines name a token. */
  groupsNaming(token: string): readonly (readonly Group[])[] {
    const name = lowerCase(nameOfText(token));
    return this.#files.map(({ byName, groups }) => (byName.get(name) ?? NO_GROUPS).map((group) => groups[group]));
  }

  groupsFor(token: Crawler): readonly (readonly Group[])[] {
    return this.#files.map(({ groups }, file) => this.#groupsOf(token, file).map((group) => groups[group]));
  }

  /** Returns a text for each file that is equal for lists of groups with the same rules. */
  #rulesOf(token: Crawler): string[] {
    return this.groupsFor(token).map((groups) => groups.map((group) => this.#idOf(group, rulesText)).join());
  }

  /** Returns a short ID that is equal for the same text: thousands of tokens may share thousands of groups. */
  #idOf<Subject extends object>(subject: Subject, textOf: (subject: Subject) => string): number {
    const known = this.#ids.get(subject);
    if (known !== undefined) return known;
    const text = textOf(subject);
    const id = this.#idByText.get(text) ?? this.#idByText.size;
    this.#idByText.set(text, id);
    this.#ids.set(subject, id);
    return id;
  }

  #groupsOf(crawler: Crawler, file: number): readonly number[] {
    const { dialect, byName } = this.#files[file];
    const named = productTokensOf(crawler)
      .map((token) => byName.get(lowerCase(nameOfText(readTokenInput(token, dialect)))))
      .find((groups) => groups !== undefined);
    return named ?? (fallsBackToStar(crawler) ? byName.get(STAR_TOKEN) : undefined) ?? NO_GROUPS;
  }
}

export interface FoundChanges<Change> {
  readonly changes: readonly Change[];
  /** The crawlers that were not compared, because a hostile file has too many. */
  readonly undecided: readonly (readonly string[])[];
}

/** Changes with the crawlers that have them in common: those with the same key. */
export class CommonChanges<Change extends { readonly productTokens: readonly string[] }> {
  readonly #byKey = new Map<string, { readonly change: Change; readonly tokens: Set<string> }>();

  add(key: string, change: Change): void {
    const known = this.#byKey.get(key) ?? { change, tokens: new Set() };
    this.#byKey.set(key, known);
    // A known crawler may change like the product token of the same name.
    for (const token of change.productTokens) known.tokens.add(token);
  }

  all(): Change[] {
    return Array.from(this.#byKey.values(), ({ change, tokens }) => {
      return { ...change, productTokens: [...tokens] };
    });
  }
}

/**
 * Returns a text that is equal for rules with the same effect. Of two paths with the same canonical form, one may be too long to
 * be usable.
 */
export function ruleText({ kind, bytes, canonicalPattern, usable }: Rule): string {
  return `${kind} ${bytes} ${usable} ${canonicalPattern}\n`;
}

/** Returns a text that is equal for lists of rules with the same effect. */
export function rulesText({ rules }: Pick<Group, 'rules'>): string {
  return rules.map(ruleText).join('');
}

/** Returns a text that is equal for files whose groups name the same product tokens. */
export function namesText({ groups }: RobotsTxt): string {
  const names = groups.map(({ productTokens }) => [...new Set(productTokens.map(lowerCase))].sort());
  return JSON.stringify(names);
}

/** Only ASCII letters have a case in a product token (RFC 9309 2.2.1). */
function lowerCase(token: string): string {
  return token.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns the product token for a name given as one character per byte; undefined if it is not UTF-8. */
function textOfName(name: string): string | undefined {
  if (ASCII.test(name)) return name;
  return utf8Text(Uint8Array.from(name, (character) => character.charCodeAt(0)));
}

function nameOfText(token: string): string {
  if (ASCII.test(token)) return token;
  return Array.from(encoder.encode(token), (byte) => String.fromCharCode(byte)).join('');
}

function isValidToken(token: string, dialect: Dialect): boolean {
  try {
    return readTokenInput(token, dialect) === token;
  } catch {
    return false;
  }
}
