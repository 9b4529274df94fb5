/** Options that several commands share: policy and dialect, threads, format, budget. */
import { InputError, type RuleOverrides } from '@repkit/bulk';
import type { PolicyName } from '@repkit/client';
import { policies } from '@repkit/client/access';
import { type DialectName, dialects } from '@repkit/core';
import { type Arguments, choiceOption, type OptionSpec, type OptionSpecs } from './arguments.js';

export const POLICY_NAMES = Object.keys(policies) as PolicyName[];
const DIALECT_NAMES = Object.keys(dialects) as DialectName[];

/** Returns an option with the first choice as its default. */
export function choiceSpec(choices: readonly string[], description: string): OptionSpec {
  return { value: 'NAME', choices, default: choices[0], description };
}

export const DIALECT_OPTION: OptionSpec = {
  value: 'NAME',
  choices: DIALECT_NAMES,
  description: 'Dialect to parse and match with (default: the dialect of the policy).',
};

/** For every command that parses a robots.txt. */
export const INTERPRETATION_OPTIONS: OptionSpecs = {
  policy: choiceSpec(POLICY_NAMES, 'Access policy and dialect to follow.'),
  dialect: DIALECT_OPTION,
};

const TREATMENTS = ['unavailable', 'unreachable'] as const;

/** For commands whose verdicts depend on the status of robots.txt. */
export const TREAT_429_OPTION: OptionSpec = {
  value: 'NAME',
  choices: TREATMENTS,
  default: 'unreachable',
  description: 'Access result for status 429. With unavailable, everything is allowed.',
};

/** For commands that read responses for robots.txt. */
export const SOFT_NOT_FOUND_OPTION: OptionSpec = {
  description: 'Treat a status from 500 to 599 like 404 if its page says that it was not found: everything is allowed.',
};

export const JSON_OPTION: OptionSpec = { description: 'Print one JSON document.' };

/**
 * Reads `--policy`, `--dialect`, `--treat-429` and `--soft-not-found`, for the client and for `decide`. What they leave
 * undefined follows from the documentation of the crawler. A policy implies its dialect; `--dialect` overrides only that.
 */
export function ruleOverrides(args: Arguments): RuleOverrides {
  const policy = choiceOption(args, 'policy', POLICY_NAMES);
  return {
    policy: policy && policies[policy],
    treat429: choiceOption(args, 'treat-429', TREATMENTS),
    softNotFound: args.has('soft-not-found') || undefined,
    dialect: choiceOption(args, 'dialect', DIALECT_NAMES),
  };
}

/** Returns the dialect for product tokens. */
export function dialectOf(args: Arguments): DialectName {
  const { policy = policies.rfc9309, dialect = policy.dialect } = ruleOverrides(args);
  return dialect;
}

/** Returns whether crawlers are compared in the dialects that they document: a policy or a dialect holds for all. */
export function documentedDialectsOf(args: Arguments): boolean {
  return !args.has('policy') && !args.has('dialect');
}

interface NumberRange {
  /** Default: 1. */
  readonly min?: number;
  readonly max?: number;
  /** A word that stands for Infinity. */
  readonly unlimited?: string;
}

/** Returns a whole number; undefined if the option is not given. Throws an InputError for any other value. */
export function numberOption(
  args: Arguments,
  name: string,
  { min = 1, max = Number.MAX_SAFE_INTEGER, unlimited }: NumberRange,
): number | undefined {
  const value = args.value(name);
  if (value === undefined) return undefined;
  if (value === unlimited) return Number.POSITIVE_INFINITY;
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  const word = unlimited === undefined ? '' : `"${unlimited}" or `;
  const range = max < Number.MAX_SAFE_INTEGER ? ` from ${min} to ${max}` : ` from ${min}`;
  throw new InputError(`${args.label(name)} must be ${word}a whole number${range}, not "${value}".`);
}

/** Returns the number of threads; undefined without `--jobs`. */
export function jobsOption(args: Arguments): number | undefined {
  return numberOption(args, 'jobs', { max: 256 });
}

/** Returns the value of `--format`; the first of the formats by default. */
export function formatOption<Format extends string>(args: Arguments, formats: readonly [Format, ...Format[]]): Format {
  return choiceOption(args, 'format', formats) ?? formats[0];
}

/** For commands that search for proofs. */
export const BUDGET_OPTION: OptionSpec = {
  value: 'STEPS',
  description: 'Maximum number of search steps (default: 13,000,000).',
};

/** Returns the value of `--budget`; undefined leaves it to the library. */
export function budgetOf(args: Arguments): number | undefined {
  return numberOption(args, 'budget', { min: 0 });
}
