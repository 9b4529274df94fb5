/** Builds commander's parser from a command, and turns its errors into sentences. */
import { InputError } from '@repkit/bulk';
import { nearestName } from '@repkit/core/analysis';
import { Argument, Command as Commander, type CommanderError, Help, Option } from 'commander';
import { Arguments, checkCombinations, isPath, type OptionSpec, type OptionSpecs, oneOf, optionUsage } from './arguments.js';
import { type Command, type Positional, usageOf } from './command.js';

type Declaration = Pick<Command, 'name' | 'options' | 'positionals' | 'removedOptions'>;

/** Returns a parser that throws its errors and prints none. */
export function silentParser(name: string): Commander {
  return new Commander(name)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => {} });
}

/** Returns the parser of one command. */
export function parserOf(command: Declaration): Commander {
  const { name, options, positionals, removedOptions = {} } = command;
  const parser = silentParser(name).helpOption('-h, --help', 'Show this help.');
  for (const positional of positionals) parser.addArgument(argumentOf(positional));
  for (const [option, spec] of Object.entries(options)) {
    const conflicts = excludedOptions(option, spec, options).map(attributeOf);
    parser.addOption(optionOf(option, spec).conflicts(conflicts));
    if (spec.excludes === 'all') {
      // The option stands alone, so the command needs no positionals.
      parser.on(`option:${option}`, () => {
        for (const argument of parser.registeredArguments) argument.argOptional();
      });
    }
  }
  for (const [option, sentence] of Object.entries(removedOptions)) {
    parser.addOption(new Option(`--${option} [value]`).hideHelp());
    parser.on(`option:${option}`, () => {
      throw new InputError(`--${option} ${sentence}`);
    });
  }
  return parser;
}

function argumentOf({ name, required = false, repeatable = false, choices }: Positional): Argument {
  const usage = repeatable ? `${name}...` : name;
  const argument = new Argument(required ? `<${usage}>` : `[${usage}]`);
  return choices === undefined ? argument : argument.argParser((word) => oneOf(name.toLowerCase(), word, choices));
}

function optionOf(name: string, spec: OptionSpec): Option {
  const { value, repeatable, description } = spec;
  if (value === undefined) return new Option(`--${name}`, description);
  return new Option(`--${name} <${value}>`, description).argParser((text: string, previous: readonly string[] = []) => {
    // An unset variable of a shell must not stand for the current folder.
    if (text === '' && isPath(spec)) throw new InputError(missingValue(name, value));
    if (text === '-' && isPath(spec) && !spec.readsStdin) {
      throw new InputError(
        `--${name} "-" does not mean standard input or output. Name a path, or write ./- for one of that name.`,
      );
    }
    if (previous.length > 0 && repeatable !== true) {
      throw new InputError(`--${name} was given twice: "${previous[0]}" and "${text}".`);
    }
    return [...previous, text];
  });
}

/** Returns the names of the options that an option excludes with any value. */
function excludedOptions(name: string, spec: OptionSpec, specs: OptionSpecs): readonly string[] {
  if (spec.excludes === 'all') return Object.keys(specs).filter((other) => other !== name);
  return (spec.excludes ?? []).filter((use) => !use.includes('='));
}

/** Returns the name under which commander stores the value: `treat429` for `treat-429`. */
function attributeOf(name: string): string {
  return new Option(`--${name}`).attributeName();
}

/** Returns what a parser has read. */
function argumentsOf(parser: Commander, options: OptionSpecs): Arguments {
  const values = new Map<string, readonly string[]>();
  for (const option of Object.keys(options)) {
    const attribute = attributeOf(option);
    if (parser.getOptionValueSource(attribute) !== 'cli') continue;
    const value: unknown = parser.getOptionValue(attribute);
    values.set(option, Array.isArray(value) ? value : ['']);
  }
  return new Arguments(parser.args, values);
}

/** Returns what the parser of a command has read. Throws an InputError for arguments that would be ignored. */
export function checkedArguments(parser: Commander, { name, options }: Declaration): Arguments {
  const args = argumentsOf(parser, options);
  checkCombinations(args, options);
  const alone = Object.entries(options).find(([option, { excludes }]) => excludes === 'all' && args.has(option));
  const [stray] = alone === undefined ? [] : args.positionals;
  if (alone !== undefined && stray !== undefined) {
    throw unexpected(stray, `repkit ${name} ${optionUsage(...alone)}`);
  }
  return args;
}

/** Parses options apart from a command line, such as those of a configuration file, which has checked their names. */
export function parseArguments(argv: readonly string[], options: OptionSpecs): Arguments {
  const positionals = [{ name: 'WORD', repeatable: true }];
  const parser = parserOf({ name: '', options, positionals }).parse(argv, { from: 'user' });
  return argumentsOf(parser, options);
}

/**
 * Throws an InputError for a value of a switch, which commander would take for the name of an option, for an option in place
 * of a value, which it would take for the value, and for a missing value, which it reports in other words.
 */
export function checkValues(argv: readonly string[], options: OptionSpecs): void {
  for (const [index, arg] of argv.entries()) {
    if (arg === '--') return;
    const [option = '', inline] = arg.split('=');
    const name = option.replace(/^--/, '');
    const spec = option !== name && Object.hasOwn(options, name) ? options[name] : undefined;
    if (spec === undefined) continue;
    if (spec.value === undefined && inline !== undefined) {
      throw new InputError(`${option} does not take a value.`);
    }
    if (spec.value === undefined || inline !== undefined) continue;
    const next = argv[index + 1];
    if (next === undefined) throw new InputError(missingValue(name, spec.value));
    if (/^-./.test(next)) {
      throw new InputError(`${missingValue(name, spec.value)} For the value "${next}", write ${arg}=${next}.`);
    }
  }
}

function missingValue(name: string, value: string): string {
  return `--${name} requires a value: --${name} ${value}.`;
}

/** Returns an error of commander as an InputError with a sentence that says how to correct the command line. */
export function usageError(error: CommanderError, parser: Commander, command: Declaration): InputError {
  const usage = `repkit ${command.name} ${usageOf(command)}`.trimEnd();
  if (error.code === 'commander.missingArgument') {
    return new InputError(`Missing argument. Write "${usage}".`);
  }
  if (error.code === 'commander.excessArguments') {
    return unexpected(parser.args[parser.registeredArguments.length] ?? '', usage);
  }
  const meant = error.code === 'commander.unknownOption' && optionForChoice(error, command);
  const otherwise = meant ? `Did you mean ${meant}?` : `See repkit ${command.name} --help.`;
  return new InputError(sentencesOf(error, parser, otherwise));
}

/** Returns the option that an unknown one is a choice of: `--format json` for `--json`. */
function optionForChoice({ message }: CommanderError, { options }: Declaration): string | undefined {
  const [, word = ''] = /'--([^'=]*)/.exec(message) ?? [];
  const [name] = Object.entries(options).find(([, { choices }]) => choices?.includes(word)) ?? [];
  return name && `--${name} ${word}`;
}

function unexpected(argument: string, usage: string): InputError {
  return new InputError(`Unexpected argument "${argument}". Write "${usage}".`);
}

/**
 * Returns the message as sentences with double quotes: the error, and the option or command that was meant, or `otherwise`.
 * Commander itself suggests names that share only half of their letters.
 */
export function sentencesOf({ code, message }: CommanderError, parser: Commander, otherwise: string): string {
  const text = message.replace(/^error: /, '').replace(/\.$/, '');
  const sentence = text.charAt(0).toUpperCase() + text.slice(1).replace(/'([^']*)'/g, '"$1"');
  const [, word = ''] = /'([^'=]*)/.exec(message) ?? [];
  const isOption = code === 'commander.unknownOption';
  const help = new Help();
  const names = isOption
    ? help.visibleOptions(parser).flatMap(({ long }) => long?.slice(2) ?? [])
    : help.visibleCommands(parser).map((command) => command.name());
  const meant = similarName(word.replace(/^-+/, ''), names);
  if (meant === undefined) return `${sentence}. ${otherwise}`;
  return `${sentence}. Did you mean ${isOption ? '--' : ''}${meant}?`;
}

/** Shorter words abbreviate too many names. */
const MIN_ABBREVIATION = 3;

/** Returns the name closest to a misspelled one, or the only one that it abbreviates. */
function similarName(word: string, names: readonly string[]): string | undefined {
  const nearest = nearestName(word, names);
  if (nearest !== undefined || word.length < MIN_ABBREVIATION) return nearest;
  const [name, another] = names.filter((candidate) => candidate.startsWith(word));
  return another === undefined ? name : undefined;
}
