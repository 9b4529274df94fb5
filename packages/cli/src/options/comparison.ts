/** What commands that compare two files read from their options. */
import { type Crawler, isGoverned, type RobotsTxt } from '@repkit/core';
import { type Change, type Diff, type DiffOptions, diff as diffOf, type GroupedDiff, groupDiff } from '@repkit/core/analysis';
import { crawlerProfile } from '@repkit/core/crawlers';
import type { Io } from '../program/io.js';
import { type Arguments, type OptionSpec, oneOf } from './arguments.js';
import { checkedProductToken } from './checked-values.js';
import { governedCrawlers, type NamedCrawler } from './crawler-option.js';
import { budgetOf, dialectOf, documentedDialectsOf } from './shared-options.js';

/** Each condition of `--fail-on`. An undecided result fails all that it may concern. */
const CONDITIONS = {
  'newly-blocked': (result: Diff) => !result.complete || hasEffect(result, 'newly-blocked'),
  'newly-allowed': (result: Diff) => !result.complete || hasEffect(result, 'newly-allowed'),
  // Comments are listed too, but no crawler reads them.
  'other-records': (result: Diff) => result.recordChanges.some(({ field }) => field !== 'comment'),
  any: (result: Diff) => result.equivalent !== true,
} as const satisfies Readonly<Record<string, (result: Diff) => boolean>>;

const NAMES = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

function hasEffect({ changes }: Diff, wanted: Change['effect']): boolean {
  return changes.some(({ effect }) => effect === wanted);
}

export const FAIL_ON_OPTION: OptionSpec = {
  value: 'CHANGE',
  choices: NAMES,
  repeatable: true,
  description:
    'Exit with 1 if there is such a change or the result is undecided. For one crawler, add its product ' +
    'token, as in newly-blocked:Googlebot. Repeatable.',
};

interface FailCondition {
  readonly name: keyof typeof CONDITIONS;
  /** Undefined for all crawlers that are compared. */
  readonly crawler: Crawler | undefined;
}

/**
 * Reads the values of `--fail-on`: `CONDITION` or `CONDITION:TOKEN`. A known crawler is compared as it behaves. Throws an
 * InputError for other values.
 */
function failConditions(args: Arguments): readonly FailCondition[] {
  const dialect = dialectOf(args);
  return args.values('fail-on').map((value) => {
    const colon = value.indexOf(':');
    const condition = colon < 0 ? value : value.slice(0, colon);
    const name = oneOf('value for --fail-on:', condition, NAMES);
    if (colon < 0) return { name, crawler: undefined };
    const token = checkedProductToken(value.slice(colon + 1), dialect, `--fail-on ${condition}:`);
    const profile = crawlerProfile(token);
    return { name, crawler: profile !== undefined && isGoverned(profile) ? profile : token };
  });
}

type ComparedFiles = readonly [before: RobotsTxt, after: RobotsTxt];

interface Compared {
  readonly grouped: GroupedDiff;
  /** Returns whether the change meets a condition of `--fail-on`. */
  isFailed(): boolean;
}

export interface Comparison {
  /** What the options state about any comparison, apart from its budget. */
  readonly options: Omit<DiffOptions, 'budget'>;
  /** The crawlers that the options name; undefined for all. */
  readonly crawlers: readonly NamedCrawler[] | undefined;
  compare(files: ComparedFiles): Compared;
}

/**
 * Reads the options for crawlers and dialects, `--comments`, `--budget` and `--fail-on`. Throws an InputError for invalid values.
 */
export function comparisonOf(args: Arguments, io: Io): Comparison {
  const crawlers = governedCrawlers(args, io);
  const budget = budgetOf(args);
  const conditions = failConditions(args);
  const options = {
    documentedDialects: documentedDialectsOf(args),
    comments: args.has('comments'),
    ...(crawlers && { productTokens: crawlers }),
  };
  const proved = (files: ComparedFiles, more: Partial<DiffOptions> = {}) =>
    diffOf(...files, { ...options, ...(budget !== undefined && { budget }), ...more });
  return {
    options,
    crawlers,
    compare(files) {
      const result = proved(files);
      return {
        grouped: groupDiff(result, { files, isChosen: crawlers !== undefined }),
        isFailed: () =>
          conditions.some(({ name, crawler }) =>
            CONDITIONS[name](crawler === undefined ? result : proved(files, { productTokens: [crawler] })),
          ),
      };
    },
  };
}
