import type { PolicyName } from '@repkit/client';
import { type DialectName, dialects } from '@repkit/core';
import type { Arguments, OptionSpec } from './arguments.js';
import { CommandError } from './command-error.js';
import { nearest } from './nearest.js';

/** How a robots.txt is got, and how it is read. */
export interface Reading {
  readonly policy: PolicyName;
  readonly dialect: DialectName;
}

/** The policies of the client, each with its dialect; a file is read without loading the client, and this is for that. */
export const DIALECT_OF_POLICY: Readonly<Record<PolicyName, DialectName>> = {
  rfc9309: 'rfc9309',
  google: 'google',
  'google-2026': 'google',
  koster1996: 'koster1996',
};

/** What every command that reads a robots.txt takes. */
export const READING_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'policy',
    value: 'NAME',
    choices: Object.keys(DIALECT_OF_POLICY),
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

/** A policy brings its dialect; a dialect of its own changes how the file is read and nothing else. */
export function readingOf(args: Arguments): Reading {
  const policy = named('policy', args.value('policy') ?? 'rfc9309', DIALECT_OF_POLICY);
  const dialect = named('dialect', args.value('dialect') ?? DIALECT_OF_POLICY[policy], dialects);
  return { policy, dialect };
}

/** The name as the table has it; a CommandError says which was probably meant. */
export function named<Name extends string>(
  what: string,
  name: string,
  table: Readonly<Record<Name, unknown>>,
): Name {
  if (isKeyOf(table, name)) return name;
  const names = Object.keys(table);
  const meant = nearest(name, names);
  throw new CommandError(
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
