/** The same file as each dialect reads it. */
import {
  type DialectName,
  dialects,
  diff,
  lint,
  parseRobotsTxt,
  type RobotsTxt,
} from '@repkit/core';

export const DIALECT_NAMES = Object.keys(dialects) as readonly DialectName[];

export interface Reading {
  readonly dialect: DialectName;
  readonly file: RobotsTxt;
}

/** In the order of `DIALECT_NAMES`. */
export function readingsOf(robotsTxt: string): readonly Reading[] {
  return DIALECT_NAMES.map((dialect) => ({
    dialect,
    file: parseRobotsTxt(robotsTxt, { dialect }),
  }));
}

export interface ReadingsRow {
  readonly url: string;
  /** Whether the URL is allowed, by dialect. */
  readonly allowed: readonly boolean[];
  readonly differs: boolean;
}

/** What each reading says about each URL, for one crawler. */
export function rowsOf(
  readings: readonly Reading[],
  urls: readonly string[],
  productToken: string,
): readonly ReadingsRow[] {
  const matchers = readings.map(({ file }) => file.matcher(productToken));
  return urls.map((url) => {
    const allowed = matchers.map((matcher) => matcher.isAllowed(url));
    return { url, allowed, differs: new Set(allowed).size > 1 };
  });
}

export interface DisagreementsRequest {
  readonly robotsTxt: string;
  readonly productToken: string;
}

export interface Disagreements {
  /** Targets, each once. */
  readonly witnesses: readonly string[];
  /** Whether it is proved that there is no disagreement but on URLs like these, in normal form (RFC 3986 6.2.2). */
  readonly complete: boolean;
}

/** As many as somebody would look at. */
const MOST_WITNESSES = 20;
/** Steps of a search for each pair of dialects. */
const BUDGET = 4_000_000;

/** Compares each pair of dialects, and asks the linter; takes as long as the budgets allow. */
export function disagreements({ robotsTxt, productToken }: DisagreementsRequest): Disagreements {
  const files = readingsOf(robotsTxt).map(({ file }) => file);
  const found = new Set<string>();
  let complete = true;
  for (const [index, one] of files.entries()) {
    for (const other of files.slice(index + 1)) {
      const options = { productTokens: [productToken], budget: BUDGET };
      const difference = diff(one, other, options);
      if (!difference.complete) complete = false;
      for (const { witness } of difference.changes) found.add(witness);
    }
  }
  const matchers = files.map((file) => file.matcher(productToken));
  for (const { code, witness } of files.flatMap((file) => lint(file))) {
    if (code !== 'crawlers-disagree' || witness === undefined) continue;
    // What the linter found may be about other crawlers, or about libraries that are no dialect.
    const answers = new Set(matchers.map((matcher) => matcher.isTargetAllowed(witness)));
    if (answers.size > 1) found.add(witness);
  }
  const witnesses = [...found];
  return { witnesses: witnesses.slice(0, MOST_WITNESSES), complete };
}
