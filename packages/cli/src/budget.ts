import type { Arguments, OptionSpec } from './arguments.js';
import { CommandError } from './command-error.js';

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
  throw new CommandError(
    `--budget takes a whole number of steps, and not "${value}": write it as in --budget 100000000.`,
  );
}
