import { InputError } from '@repkit/bulk';
import { editDistance } from '@repkit/core';

/** An option of a command; the parser, the help and the docs read the same data. */
export interface OptionSpec {
  /** The long name without the dashes. */
  readonly name: string;
  /**
   * The name of its value for the help; an option without one is a switch. FILE, FOLDER and PATH are paths, which
   * shells complete; NAME is one of the choices.
   */
  readonly value?: string;
  /** The words that the value may be: all there are; of a FILE those that are no path. */
  readonly choices?: readonly string[];
  /** That of the choices which holds where the option is not given. */
  readonly default?: string;
  readonly repeatable?: boolean;
  /** Sentences; lines are broken where it is printed. */
  readonly description: string;
}

/** Of what the value of an option is a path, or may be one; among files shells offer folders too. */
export function pathOf({ value }: OptionSpec): 'file' | 'folder' | undefined {
  if (value === 'FILE' || value === 'PATH' || value === 'STORE') return 'file';
  return value === 'FOLDER' ? 'folder' : undefined;
}

/** What the user wrote after the command's name. */
export class Arguments {
  readonly positionals: readonly string[];
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(positionals: readonly string[], values: ReadonlyMap<string, readonly string[]>) {
    this.positionals = positionals;
    this.#values = values;
  }

  /** The same options, before other positionals. */
  withPositionals(positionals: readonly string[]): Arguments {
    return new Arguments(positionals, this.#values);
  }

  /** Whether the option was given. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value of an option that is given at most once. */
  value(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** Every value of a repeatable option, in the order they were given. */
  values(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

/**
 * Reads the arguments of one command: `--name value`, `--name=value`, and `--` before what is no option.
 * By hand, because every wrong one gets a sentence with its mend, and node:util takes a while to load.
 */
export function parseArguments(argv: readonly string[], specs: readonly OptionSpec[]): Arguments {
  const positionals: string[] = [];
  const values = new Map<string, string[]>();
  const rest = [...argv];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') {
      positionals.push(...rest);
      break;
    }
    if (!/^-./.test(arg)) {
      positionals.push(arg);
      continue;
    }
    const [, option = arg, , inline] = /^([^=]*)(=(.*))?$/s.exec(arg) ?? [];
    const spec = specs.find(({ name }) => option === `--${name}`);
    if (spec === undefined) throw unknownOption(option, specs);
    const value = spec.value === undefined ? noValue(option, inline) : (inline ?? rest.shift());
    if (value === undefined || (inline === undefined && /^-./.test(value))) {
      throw valueMissing(option, spec.value, value);
    }
    const given = values.get(spec.name) ?? [];
    if (given.length > 0 && spec.value !== undefined && spec.repeatable !== true) {
      throw new InputError(
        `${option} is given more than once: keep one of "${given[0]}" and "${value}".`,
      );
    }
    values.set(spec.name, [...given, value]);
  }
  return new Arguments(positionals, values);
}

function noValue(option: string, inline: string | undefined): string {
  if (inline === undefined) return '';
  throw new InputError(`${option} takes no value: write ${option} alone.`);
}

function valueMissing(option: string, wanted = 'VALUE', next?: string): InputError {
  const otherwise = next === undefined ? '.' : `, or ${option}=${next} if that is it.`;
  return new InputError(`${option} has no value: write ${option} ${wanted}${otherwise}`);
}

function unknownOption(option: string, specs: readonly OptionSpec[]): InputError {
  const meant = nearest(
    option,
    specs.map(({ name }) => `--${name}`),
  );
  return new InputError(
    `there is no option ${option}: ` +
      (meant === undefined ? 'see --help for those there are.' : `was ${meant} meant?`),
  );
}

/** Returns the candidate that was probably meant; undefined if none is near enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.slice(0, 40).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const candidateDistance = editDistance(wanted, candidate.toLowerCase());
    if (candidateDistance < bestDistance) {
      best = candidate;
      bestDistance = candidateDistance;
    }
  }
  return best;
}
