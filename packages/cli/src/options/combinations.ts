/** Rules about options that commander does not know: an option that another one requires, or that excludes its value. */
import { InputError } from '@repkit/bulk';
import type { Arguments, OptionSpec, OptionSpecs } from './arguments.js';

/** Throws an InputError for options of which one would be ignored. */
export function checkCombinations(args: Arguments, specs: OptionSpecs): void {
  for (const [name, spec] of Object.entries(specs)) {
    if (!args.has(name)) continue;
    const { requires } = spec;
    if (requires !== undefined && !requires.some((use) => isUsed(use, args))) {
      throw new InputError(`--${name} requires ${requires.map(usageOf).join(' or ')}.`);
    }
    const excluded = excludedValues(spec).find((use) => isUsed(use, args));
    if (excluded !== undefined) {
      throw new InputError(`--${name} cannot be used with ${usageOf(excluded)}.`);
    }
  }
}

/** Returns the names of the options that an option excludes with any value. */
export function excludedOptions(
  name: string,
  spec: OptionSpec,
  specs: OptionSpecs,
): readonly string[] {
  if (spec.excludes === 'all') return Object.keys(specs).filter((other) => other !== name);
  return (spec.excludes ?? []).filter((use) => !use.includes('='));
}

/** Returns the values that an option excludes, such as `format=csv`. */
function excludedValues({ excludes = [] }: OptionSpec): readonly string[] {
  return excludes === 'all' ? [] : excludes.filter((use) => use.includes('='));
}

function isUsed(use: string, args: Arguments): boolean {
  const [name = '', value] = use.split('=');
  return value === undefined ? args.has(name) : args.values(name).includes(value);
}

function usageOf(use: string): string {
  return `--${use.replace('=', ' ')}`;
}
