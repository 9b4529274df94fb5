/** `--fail-on` of commands that compare two files. */
import { type Crawler, isGoverned } from '@repkit/core';
import type { Change, Diff } from '@repkit/core/analysis';
import { crawlerProfile } from '@repkit/core/crawlers';
import { type Arguments, type OptionSpec, oneOf } from './arguments.js';
import { checkedProductToken } from './checked-values.js';
import { dialectOf } from './shared-options.js';

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
export function failConditions(args: Arguments): readonly FailCondition[] {
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

/**
 * Returns whether a result meets one of the conditions.
 *
 * @param compare returns the result for one crawler
 */
export function isFailed(
  conditions: readonly FailCondition[],
  result: Diff,
  compare: (crawler: Crawler) => Diff,
): boolean {
  return conditions.some(({ name, crawler }) =>
    CONDITIONS[name](crawler === undefined ? result : compare(crawler)),
  );
}
