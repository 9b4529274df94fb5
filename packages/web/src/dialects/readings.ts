/** The same file as each dialect reads it. */
import { type DialectName, dialects, parseRobotsTxt, type RobotsTxt } from '@repkit/core';

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
