/** The configuration file: repkit.config.json, or "repkit" in package.json, in the current folder or a parent. */
import { dirname, join, resolve } from 'node:path';
import { InputError } from '@repkit/bulk';
import { readFile } from '../program/files.js';
import type { Io } from '../program/io.js';
import { type Arguments, correction, type OptionSpec, type OptionSpecs, oneOf } from './arguments.js';
import type { Command } from './command.js';
import { parseArguments } from './parser.js';

const CONFIG_FILE = 'repkit.config.json';

export const CONFIG_OPTION: OptionSpec = {
  value: 'FILE',
  description: 'Configuration file (default: repkit.config.json, or "repkit" in package.json, in this folder or a parent).',
};

type ConfigIo = Pick<Io, 'fileSize' | 'openFile'>;

/** Adds the options of the configuration file to the arguments, which override them. */
export async function withConfig(args: Arguments, command: Command, io: ConfigIo): Promise<Arguments> {
  const path = args.value('config');
  const config = path === undefined ? await findConfig(io) : await readJson(path, io);
  // A section for another command would be ignored.
  const unknown = Object.keys(config?.content ?? {}).find((key) => key !== '$schema' && key !== command.name);
  if (config !== undefined && unknown !== undefined) {
    const hint = correction(unknown, [command.name], `The file configures only ${command.name}.`);
    throw new InputError(`${config.path}: Unknown section "${unknown}". ${hint}`);
  }
  const section = config?.content[command.name];
  if (config === undefined || section === undefined) return args;
  try {
    const specs = Object.fromEntries(Object.entries(command.options).filter(([name]) => command.configurable?.includes(name)));
    return args.withDefaults(
      parseArguments(argvOf(section, specs, command.removedOptions), specs),
      (name) => `"${keyOf(name)}" in ${config.path}`,
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${config.path}, "${command.name}": ${error.message}`);
  }
}

interface Config {
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

async function findConfig(io: ConfigIo): Promise<Config | undefined> {
  for (let folder = resolve(); ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE);
    if (io.fileSize(path) !== undefined) return await readJson(path, io);
    const manifest = join(folder, 'package.json');
    if (io.fileSize(manifest) !== undefined) {
      const { repkit } = (await readJson(manifest, io)).content;
      if (isObject(repkit)) return { path: manifest, content: repkit };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

async function readJson(path: string, io: ConfigIo): Promise<Config> {
  // A package.json of another program may have any encoding.
  const text = new TextDecoder().decode(await readFile(`"${path}"`, io.openFile(path)));
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new InputError(`"${path}" is not valid JSON: ${(error as Error).message}.`);
  }
  if (!isObject(content)) throw new InputError(`"${path}" must contain a JSON object.`);
  return { path, content };
}

/** Returns the members of a section as command-line options. */
function argvOf(section: unknown, specs: OptionSpecs, removed: Command['removedOptions'] = {}): string[] {
  if (!isObject(section)) throw new InputError('The value must be an object.');
  const names = new Map(Object.keys(specs).map((name) => [keyOf(name), name]));
  const gone = Object.keys(removed).find((name) => Object.hasOwn(section, keyOf(name)));
  if (gone !== undefined) throw new InputError(`"${keyOf(gone)}" ${removed[gone]}`);
  return Object.entries(section).flatMap(([key, value]) => {
    const name = names.get(oneOf('option', key, [...names.keys()])) ?? '';
    return optionsOf(name, specs[name], key, value);
  });
}

function optionsOf(name: string, { value: placeholder, repeatable }: OptionSpec, key: string, value: unknown) {
  if (placeholder === undefined) {
    if (typeof value !== 'boolean') throw new InputError(`"${key}" must be true or false.`);
    return value ? [`--${name}`] : [];
  }
  // { "CODE": "NAME" } for an option with values such as CODE=NAME.
  const isMap = placeholder.includes('=') && isObject(value);
  const values = isMap
    ? Object.entries(value).map(([word, setting]) => `${word}=${setting}`)
    : repeatable === true && Array.isArray(value)
      ? value
      : [value];
  return values.map((item) => {
    if (typeof item === 'string' || typeof item === 'number') return `--${name}=${item}`;
    const list = repeatable === true ? ', or a list of them' : '';
    throw new InputError(`"${key}" must be a string or a number${list}.`);
  });
}

/** Returns the key of an option in the file: `max-warnings` is `maxWarnings`. */
export function keyOf(option: string): string {
  return option.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
