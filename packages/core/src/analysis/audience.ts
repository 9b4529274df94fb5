/** Those to whom the same rules of a file apply. */

import type { Dialect } from '../dialect.js';
import type { Group } from '../file-records.js';
import type { Matcher } from '../match/matcher.js';
import { readTokenInput, STAR_TOKEN } from '../match/token-input.js';
import { type Budget, matcherSteps, rankingSteps } from '../prover/budget.js';
import { type RankedRules, rankedRulesOf } from '../prover/ranked-rules.js';
import type { RobotsTxt } from '../robots-txt.js';

export interface Audience {
  /** The product tokens to which the same groups apply, as they are first written. */
  readonly tokens: readonly string[];
  readonly matcher: Matcher;
  readonly ranked: RankedRules;
}

export interface Audiences {
  /** In the order in which the file names them; only those that have a group. */
  readonly all: readonly Audience[];
  /** The audience of everyone who is not named; undefined where no group is for it. */
  readonly star: Audience | undefined;
  /** False where the budget was met before all had been found. */
  readonly complete: boolean;
}

/** Who there is in a file: everyone who is named, and everyone else. */
export function audiencesOf(robotsTxt: RobotsTxt, budget: Budget): Audiences {
  const named = new NamedGroups([robotsTxt]);
  const byGroups = Map.groupBy(namedTokens([robotsTxt]), (token) => named.keyOf(token));
  const steps = matcherSteps(robotsTxt);
  const all: Audience[] = [];
  let complete = true;
  for (const tokens of byGroups.values()) {
    if (!budget.spend(steps)) {
      complete = false;
      break;
    }
    const matcher = robotsTxt.matcher(tokens[0]);
    if (matcher.group === undefined) continue;
    if (!budget.spend(rankingSteps(matcher.rules))) {
      complete = false;
      break;
    }
    all.push({ tokens, matcher, ranked: rankedRulesOf(matcher) });
  }
  const star = all.find(({ tokens }) => tokens.includes(STAR_TOKEN));
  return { all, star, complete };
}

const UPPER_CASE = /[A-Z]/;
/** Text that is the same as bytes and as characters. */
const ASCII = /^[ -~]*$/;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The product tokens that the files name, as they are first written, and `*`, which asks for everyone else: no
 * user-agent line can name a product so. Left out are names that cannot be asked for in the dialects.
 */
export function namedTokens(files: readonly RobotsTxt[]): string[] {
  const tokens = new Map<string, string>();
  const seen = new Set<string>();
  for (const { groups } of files) {
    for (const written of groups.flatMap(({ productTokens }) => productTokens)) {
      // A hostile file names one product token on each of its lines.
      if (seen.has(written)) continue;
      seen.add(written);
      const token = textOfName(written);
      if (token === undefined || tokens.has(lowerCase(token))) continue;
      if (files.every(({ dialect }) => isValidToken(token, dialect))) {
        tokens.set(lowerCase(token), token);
      }
    }
  }
  tokens.delete(STAR_TOKEN);
  return [...tokens.values(), STAR_TOKEN];
}

const NONE: readonly number[] = [];
const STEPS_PER_RULE = 128;
const STEPS_PER_BYTE = 4;

/** The groups of files that may apply to a token: what follows for it follows for every other with the same. */
export class NamedGroups {
  readonly #files: readonly {
    readonly dialect: Dialect;
    readonly byName: ReadonlyMap<string, readonly number[]>;
    readonly groups: readonly Group[];
    /** What the rules of each group say, as a text; made on demand. */
    readonly texts: string[];
    /** What it takes to make objects and patterns of the rules of each group; made on demand. */
    readonly steps: number[];
  }[];
  readonly #ids = new Map<readonly number[], number>();
  readonly #idByText = new Map<string, number>();

  constructor(files: readonly RobotsTxt[]) {
    this.#files = files.map(({ dialect, groups }) => {
      const byName = new Map<string, number[]>();
      groups.forEach(({ productTokens }, number) => {
        for (const name of productTokens.map(lowerCase)) {
          const known = byName.get(name);
          if (known === undefined) byName.set(name, [number]);
          else if (known.at(-1) !== number) known.push(number);
        }
      });
      return { dialect, byName, groups, texts: [], steps: [] };
    });
  }

  /** Equal for tokens that the same groups name in each of the files. */
  keyOf(token: string): string {
    return this.#files.map((_, file) => this.#idOf(this.#groupsOf(token, file))).join(';');
  }

  /** What the rules say that may apply to the token in the first file; equal for tokens whose verdicts are the same. */
  rulesText(token: string): string {
    const groups = this.#groupsOf(token, 0);
    return groups === NONE ? 'no group' : groups.map((group) => this.#textOf(0, group)).join('');
  }

  /** The steps to read the rules that may apply to the token in all the files. */
  stepsFor(token: string): number {
    return this.#files.reduce(
      (sum, _, file) =>
        this.#groupsOf(token, file).reduce((all, group) => all + this.#stepsOf(file, group), sum),
      0,
    );
  }

  /** A short name for a list of groups: thousands of tokens may share one of thousands of groups. */
  #idOf(groups: readonly number[]): number {
    const known = this.#ids.get(groups);
    if (known !== undefined) return known;
    const text = groups.join();
    const id = this.#idByText.get(text) ?? this.#idByText.size;
    this.#idByText.set(text, id);
    this.#ids.set(groups, id);
    return id;
  }

  /** Whether the groups that name the token say the same, one for one, in all the files. */
  agreeAbout(token: string): boolean {
    const texts = this.#files.map((_, file) =>
      this.#groupsOf(token, file).map((group) => this.#textOf(file, group)),
    );
    return this.#files.every(
      ({ dialect }, file) =>
        dialect === this.#files[0].dialect &&
        texts[file].length === texts[0].length &&
        texts[file].every((text, place) => text === texts[0][place]),
    );
  }

  #textOf(file: number, group: number): string {
    const { groups, texts } = this.#files[file];
    texts[group] ??= rulesText(groups[group]);
    return texts[group];
  }

  #stepsOf(file: number, group: number): number {
    const { groups, steps } = this.#files[file];
    steps[group] ??= groups[group].rules.reduce(
      (sum, { bytes }) => sum + STEPS_PER_RULE + bytes * STEPS_PER_BYTE,
      0,
    );
    return steps[group];
  }

  #groupsOf(token: string, file: number): readonly number[] {
    const { dialect, byName } = this.#files[file];
    const name = readTokenInput(token, dialect);
    return byName.get(lowerCase(nameOfText(name))) ?? byName.get(STAR_TOKEN) ?? NONE;
  }
}

function rulesText({ rules }: Group): string {
  return rules.map(({ kind, canonicalPattern }) => `${kind} ${canonicalPattern}\n`).join('');
}

/** Only ASCII letters have a case in a product token (row 11). */
function lowerCase(token: string): string {
  if (!UPPER_CASE.test(token)) return token;
  return token.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The token that asks for a name, whose characters are bytes; undefined where these are not UTF-8. */
function textOfName(name: string): string | undefined {
  if (ASCII.test(name)) return name;
  try {
    const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0));
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
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
