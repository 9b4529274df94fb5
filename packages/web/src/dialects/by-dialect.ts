/** Verdicts of one file under every dialect, and URLs on which they disagree. */
import {
  type DialectName,
  dialects,
  type ProductTokenInput,
  parseRobotsTxt,
  type RobotsTxt,
} from '@repkit/core';
import { diff, lint } from '@repkit/core/analysis';

export const DIALECT_NAMES = Object.keys(dialects) as readonly DialectName[];

export interface DialectFile {
  readonly dialect: DialectName;
  readonly file: RobotsTxt;
}

/** Parses a file under every dialect, in the order of `DIALECT_NAMES`. */
export function parseInAllDialects(robotsTxt: string): readonly DialectFile[] {
  return DIALECT_NAMES.map((dialect) => ({
    dialect,
    file: parseRobotsTxt(robotsTxt, { dialect }),
  }));
}

export interface DialectRow {
  readonly url: string;
  /** One entry per dialect. */
  readonly allowed: readonly boolean[];
  readonly differs: boolean;
}

/** Returns one row per URL, for one crawler. */
export function rowsOf(
  files: readonly DialectFile[],
  urls: readonly string[],
  crawler: ProductTokenInput,
): readonly DialectRow[] {
  const matchers = files.map(({ file }) => file.matcher(crawler));
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
  /** Distinct targets. */
  readonly witnesses: readonly string[];
  /** Whether these witnesses provably cover all disagreements on normalized URLs (RFC 3986 6.2.2). */
  readonly complete: boolean;
}

const MOST_WITNESSES = 20;
/** Search steps per pair of dialects. */
const BUDGET = 4_000_000;

/** Finds URLs on which dialects disagree, with a bounded search per pair of dialects and with the linter. */
export function disagreements({ robotsTxt, productToken }: DisagreementsRequest): Disagreements {
  const files = parseInAllDialects(robotsTxt).map(({ file }) => file);
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
  for (const { code, witness } of files.flatMap((file) => lint(file, { extended: true }))) {
    if (code !== 'crawlers-disagree' || witness === undefined) continue;
    // The linter also reports disagreements about other crawlers and with other libraries.
    const verdicts = new Set(matchers.map((matcher) => matcher.isTargetAllowed(witness)));
    if (verdicts.size > 1) found.add(witness);
  }
  const witnesses = [...found];
  return { witnesses: witnesses.slice(0, MOST_WITNESSES), complete };
}
