/** Options that several commands share: policy and dialect, threads, format, budget. */
import { type GivenRules, InputError } from '@repkit/bulk';
import type { PolicyName } from '@repkit/client';
import { type Policy, policies } from '@repkit/client/access';
import { type DialectName, dialects, type Given } from '@repkit/core';
import { type Arguments, choiceOption, type OptionSpec } from './arguments.js';

/** What the options state; the rest follows from the documentation of the crawler. */
export interface GivenOptions {
  readonly policy?: PolicyName | undefined;
  /** Access result for status 429, if it differs from that of the policy. */
  readonly treat429?: Policy['tooManyRequests'] | undefined;
  readonly dialect?: DialectName | undefined;
}

/** How a robots.txt is fetched and parsed for product tokens. */
export interface Interpretation extends GivenOptions {
  readonly policy: PolicyName;
  readonly dialect: DialectName;
}

export const POLICY_NAMES = Object.keys(policies) as PolicyName[];
const DIALECT_NAMES = Object.keys(dialects) as DialectName[];

/** For every command that parses a robots.txt. */
export const INTERPRETATION_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'policy',
    value: 'NAME',
    choices: POLICY_NAMES,
    default: 'rfc9309',
    description: 'Access policy and dialect to follow.',
  },
  {
    name: 'dialect',
    value: 'NAME',
    choices: DIALECT_NAMES,
    description: 'Dialect to parse and match with (default: the dialect of the policy).',
  },
];

const TREATMENTS = ['unavailable', 'unreachable'] as const;

/** For commands whose verdicts depend on the status of robots.txt. */
export const TREAT_429_OPTION: OptionSpec = {
  name: 'treat-429',
  value: 'NAME',
  choices: TREATMENTS,
  default: 'unreachable',
  description: 'Access result for status 429. With unavailable, everything is allowed.',
};

export const JSON_OPTION: OptionSpec = { name: 'json', description: 'Print one JSON document.' };

/** Reads `--policy`, `--dialect` and `--treat-429`. */
export function givenOptions(args: Arguments): GivenOptions {
  return {
    policy: choiceOption(args, 'policy', POLICY_NAMES),
    treat429: choiceOption(args, 'treat-429', TREATMENTS),
    dialect: choiceOption(args, 'dialect', DIALECT_NAMES),
  };
}

/** Returns what the options state for `decide`: a policy implies its dialect; `--dialect` overrides only that. */
export function givenOf(args: Arguments): Given {
  const { policy, dialect } = givenOptions(args);
  return { dialect, policy: policy && policies[policy] };
}

/** Returns the same as plain data for bulk runs. */
export function givenRules(args: Arguments): GivenRules {
  const { policy, treat429, dialect } = givenOptions(args);
  return { policy: policy && policies[policy], treat429, dialect };
}

/** Returns the policy and dialect for product tokens. */
export function interpretationOf(args: Arguments): Interpretation {
  const { policy = 'rfc9309', dialect = policies[policy].dialect, treat429 } = givenOptions(args);
  return { policy, treat429, dialect };
}

/** Returns a whole number from 1 to `max`; undefined if the option is not given. */
export function numberOption(args: Arguments, name: string, max: number): number | undefined {
  const value = args.value(name);
  if (value === undefined) return undefined;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= max) return number;
  throw new InputError(
    `${args.label(name)} must be a whole number from 1 to ${max}, not "${value}".`,
  );
}

/** Returns the number of threads; undefined without `--jobs`. */
export function jobsOption(args: Arguments): number | undefined {
  return numberOption(args, 'jobs', 256);
}

/** Returns the value of `--format`; the first of the formats by default. */
export function formatOption<Format extends string>(
  args: Arguments,
  formats: readonly [Format, ...Format[]],
): Format {
  return choiceOption(args, 'format', formats) ?? formats[0];
}

/** For commands that search for proofs. */
export const BUDGET_OPTION: OptionSpec = {
  name: 'budget',
  value: 'STEPS',
  description: 'Maximum number of search steps (default: 13000000).',
};

/** Returns the value of `--budget`; undefined leaves it to the library. */
export function budgetOf(args: Arguments): number | undefined {
  const value = args.value('budget');
  if (value === undefined) return undefined;
  const steps = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(steps)) return steps;
  throw new InputError(`${args.label('budget')} must be a whole number of steps, not "${value}".`);
}
