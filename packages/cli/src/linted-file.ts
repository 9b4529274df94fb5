/** What `lint` has found in one robots.txt, for every format of its report. */
import type { Diagnostic, RobotsTxt, Severity } from '@repkit/core';
import type { RobotsTxtArgument } from './robots-txt-argument.js';

export interface LintedFile extends Pick<RobotsTxtArgument, 'name' | 'kind'> {
  readonly robotsTxt: RobotsTxt;
  /** In file order; after `--fix` what is left. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many of them `--fix` has mended. */
  readonly fixed: number;
}

export type Tally = Readonly<Record<Severity, number>>;

export function tallyOf(files: readonly Pick<LintedFile, 'diagnostics'>[]): Tally {
  const tally = { error: 0, warning: 0, info: 0 };
  for (const { diagnostics } of files) {
    for (const { severity } of diagnostics) tally[severity]++;
  }
  return tally;
}

/** The name that stands before line and column. */
export function placeName({ name, kind }: Pick<LintedFile, 'name' | 'kind'>): string {
  return kind === 'stdin' ? '<stdin>' : name;
}
