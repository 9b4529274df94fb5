import { InputError } from '@repkit/bulk';
import { nearestName } from '@repkit/core/analysis';

/**
 * The options of a command by their long names, without dashes. Parser, help and completion follow from this data.
 *
 * To add an option: a member of `options` in the file of the command, or in `shared-options.ts` if several commands have it; a
 * value for it in `VALUES` of `combinations.test.ts`, which tries every pair; and a row in `docs/commands/NAME.md` or
 * `docs/cli.md`, in which `UPDATE_DOCS=1 npm test -- program/command` writes the description. `shared-options.ts` and
 * `checked-values.ts` read numbers, choices and URLs.
 */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface OptionSpec {
  /**
   * Placeholder for the value in help; a switch has none. Shells complete paths for FILE, PATH and STORE. NAME is one of
   * the choices.
   */
  readonly value?: string;
  /** Whether the value `-` is standard input. For other paths it is an error, not a file of that name. */
  readonly readsStdin?: boolean;
  /** All allowed values; for a path, the words accepted in addition. */
  readonly choices?: readonly string[];
  /** The choice used if the option is not given. */
  readonly default?: string;
  readonly repeatable?: boolean;
  /** Without one of these, the option has no effect. `format=csv` is an option with a value. */
  readonly requires?: readonly string[];
  /** With one of these, the option has no effect; with `all`, the command takes no other option and no positional. */
  readonly excludes?: 'all' | readonly string[];
  /** Sentences; the renderer wraps lines. */
  readonly description: string;
}

/** Whether the value of an option is a path; shells offer files and folders for it. */
export function isPath({ value }: OptionSpec): boolean {
  return value === 'FILE' || value === 'PATH' || value === 'STORE';
}

/** Returns the option with the placeholder of its value. */
export function optionUsage(name: string, { value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** The parsed arguments of one command. */
export class Arguments {
  readonly positionals: readonly string[];
  readonly #values: ReadonlyMap<string, readonly string[]>;
  /** Names of options in error messages, if they were not given on the command line. */
  readonly #labels: ReadonlyMap<string, string>;

  constructor(
    positionals: readonly string[],
    values: ReadonlyMap<string, readonly string[]>,
    labels: ReadonlyMap<string, string> = new Map(),
  ) {
    this.positionals = positionals;
    this.#values = values;
    this.#labels = labels;
  }

  /** Returns a copy with the options of `defaults` that are not given here. `labelOf` names them in error messages. */
  withDefaults(defaults: Arguments, labelOf: (name: string) => string): Arguments {
    const values = new Map([...defaults.#values, ...this.#values]);
    const names = [...defaults.#values.keys()].filter((name) => !this.#values.has(name));
    const labels = names.map((name) => [name, labelOf(name)] as const);
    return new Arguments(this.positionals, values, new Map(labels));
  }

  /** Returns the name of an option for error messages: `--budget`, or where the configuration file sets it. */
  label(name: string): string {
    return this.#labels.get(name) ?? `--${name}`;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Returns the value of an option that can be given once. */
  value(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** Returns all values of a repeatable option in the given order. */
  values(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** Returns the items of a repeatable option whose values are lists, separated by commas. */
  list(name: string): readonly string[] {
    return this.values(name).flatMap((value) => value.split(',').map((item) => item.trim()));
  }
}

/**
 * Throws an InputError for an option without the one that it requires, or with a value that it excludes (commander knows only
 * options that exclude each other), and for an option that is written as the value of another one, such as `--format json` for
 * `--json`.
 */
export function checkCombinations(args: Arguments, specs: OptionSpecs): void {
  for (const [name, spec] of Object.entries(specs)) {
    if (!args.has(name)) continue;
    const { choices, requires } = spec;
    const value = args.value(name) ?? '';
    const isUnknown = choices !== undefined && !isPath(spec) && !choices.includes(value);
    if (isUnknown && Object.hasOwn(specs, value)) {
      throw new InputError(`Unknown value for --${name}: "${value}". Did you mean --${value}?`);
    }
    if (requires !== undefined && !requires.some((use) => isUsed(use, args))) {
      throw new InputError(`--${name} requires ${requires.map(usageOf).join(' or ')}.`);
    }
    const excluded = excludedValues(spec).find((use) => isUsed(use, args));
    if (excluded !== undefined) {
      throw new InputError(`--${name} cannot be used with ${usageOf(excluded)}.`);
    }
  }
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

/** Returns the options, each with these additional members. */
export function withEach(specs: OptionSpecs, more: Partial<OptionSpec>): OptionSpecs {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { ...spec, ...more }]));
}

/** Returns a sentence for an error message that names the most similar word; `otherwise` if none is similar. */
export function correction(word: string, words: readonly string[], otherwise: string): string {
  const similar = nearestName(word, words);
  return similar === undefined ? otherwise : `Did you mean "${similar}"?`;
}

/** Returns the word if it is among `words`. Otherwise throws an InputError that begins with `Unknown` and `what`. */
export function oneOf<Word extends string>(what: string, word: string, words: readonly Word[]): Word {
  const known = words.find((one) => one === word);
  if (known !== undefined) return known;
  const choices = words.length === 1 ? words.join() : `one of ${words.join(', ')}`;
  const hint = correction(word, words, `Use ${choices}.`);
  throw new InputError(`Unknown ${what} "${word}". ${hint}`);
}

/** Returns the value of an option with a fixed set of values; undefined if it is not given. */
export function choiceOption<Word extends string>(args: Arguments, option: string, words: readonly Word[]): Word | undefined {
  const value = args.value(option);
  return value === undefined ? undefined : oneOf(`value for ${args.label(option)}:`, value, words);
}
