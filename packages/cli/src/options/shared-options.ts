/** Options that several commands share: policy and dialect, threads, the budget for proofs. */
import { InputError } from '@repkit/bulk';
import type { PolicyName } from '@repkit/client';
import { changedPolicy, type Policy, policies } from '@repkit/client/access';
import { type DialectName, dialects } from '@repkit/core';
import { type Arguments, nearest, type OptionSpec } from './arguments.js';

/** How a robots.txt is fetched, and the dialect in which it is parsed. */
export interface Interpretation {
  readonly policy: PolicyName;
  /** The access result for status 429, if it is not that of the policy. */
  readonly treat429?: Policy['tooManyRequests'] | undefined;
  readonly dialect: DialectName;
}

/** What every command that reads a robots.txt takes. */
export const INTERPRETATION_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'policy',
    value: 'NAME',
    choices: Object.keys(policies),
    default: 'rfc9309',
    description:
      'Whose handling of errors, redirects and caching is used, and whose reading of the file.',
  },
  {
    name: 'dialect',
    value: 'NAME',
    choices: Object.keys(dialects),
    description: 'Whose reading of the file is used in place of that of the policy.',
  },
];

const TREATMENTS = ['unavailable', 'unreachable'] as const;

/** For commands that judge a site by the status of its robots.txt. */
export const ACCESS_OPTIONS: readonly OptionSpec[] = [
  ...INTERPRETATION_OPTIONS,
  {
    name: 'treat-429',
    value: 'NAME',
    choices: TREATMENTS,
    default: 'unreachable',
    description: 'Access result for status 429: unavailable allows everything, as for a 404.',
  },
];

/** A policy brings its dialect; a custom dialect changes how the file is parsed and nothing else. */
export function interpretationOf(args: Arguments): Interpretation {
  const policy = named('policy', args.value('policy') ?? 'rfc9309', policies);
  const dialect = named('dialect', args.value('dialect') ?? policies[policy].dialect, dialects);
  return { policy, treat429: treat429Of(args.value('treat-429')), dialect };
}

function treat429Of(value: string | undefined): Interpretation['treat429'] {
  const known = TREATMENTS.find((name) => name === value);
  if (value === known) return known;
  throw new InputError(
    `--treat-429 takes unavailable or unreachable, not "${value}": write --treat-429 unavailable.`,
  );
}

/** The policy that decides about access. */
export function policyOf({ policy, treat429 }: Interpretation): Policy {
  return changedPolicy(policies[policy], { treat429 });
}

/** The name as the table has it; a InputError says which was probably meant. */
export function named<Name extends string>(
  what: string,
  name: string,
  table: Readonly<Record<Name, unknown>>,
): Name {
  if (isKeyOf(table, name)) return name;
  const names = Object.keys(table);
  const meant = nearest(name, names);
  throw new InputError(
    `there is no ${what} "${name}": ` +
      (meant === undefined ? `choose one of ${names.join(', ')}.` : `was ${meant} meant?`),
  );
}

function isKeyOf<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  name: string,
): name is Name {
  return Object.hasOwn(table, name);
}

/** A whole number from 1 to `most`; undefined without the option. Throws an InputError for anything else. */
export function numberOption(
  args: Arguments,
  name: string,
  { most, example }: { readonly most: number; readonly example: number },
): number | undefined {
  const value = args.value(name);
  if (value === undefined) return undefined;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  throw new InputError(
    `--${name} takes a number from 1 to ${most}, and not "${value}": write --${name} ${example}.`,
  );
}

/** The number of threads; undefined without `--jobs`. */
export function jobsOption(args: Arguments): number | undefined {
  return numberOption(args, 'jobs', { most: 256, example: 2 });
}

/** The value of `--format`; the first of the formats without it. */
export function formatOption<Format extends string>(
  args: Arguments,
  formats: readonly [Format, ...Format[]],
): Format {
  const name = args.value('format') ?? formats[0];
  const format = formats.find((known) => known === name);
  if (format !== undefined) return format;
  throw new InputError(`there is no format "${name}": choose one of ${formats.join(', ')}.`);
}

/** Of the commands that prove something. */
export const BUDGET_OPTION: OptionSpec = {
  name: 'budget',
  value: 'STEPS',
  description: 'How many steps the search for proofs may take: 16000000 without it.',
};

/** The steps asked for; undefined leaves it to the library. */
export function budgetOf(args: Arguments): number | undefined {
  const value = args.value('budget');
  if (value === undefined) return undefined;
  const steps = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(steps)) return steps;
  throw new InputError(
    `--budget takes a whole number of steps, and not "${value}": write it as in --budget 100000000.`,
  );
}
