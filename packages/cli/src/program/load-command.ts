import { InputError } from '@repkit/bulk';
import { nearest } from '../options/arguments.js';
import type { Command, Registry } from './command.js';

/** Throws an InputError for an unknown name, with the name that was probably meant. */
export async function loadCommand(commands: Registry, name: string): Promise<Command> {
  const loader = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (loader !== undefined) return await loader();
  if (name.startsWith('-')) {
    const option = nearest(name, ['--help', '--version']);
    if (option !== undefined) throw new InputError(`was "${option}" meant?`);
    throw new InputError(`the command comes before its options: write repkit check ${name} ….`);
  }
  if (/[./:]/.test(name)) {
    throw new InputError(`"${name}" is no command: write repkit check ${name} to ask about it.`);
  }
  const meant = nearest(name, Object.keys(commands));
  throw new InputError(
    `there is no command "${name}": ` +
      (meant === undefined ? 'see repkit --help for those there are.' : `was "${meant}" meant?`),
  );
}

/** All of them, in the order of the list. */
export async function loadCommands(commands: Registry): Promise<readonly Command[]> {
  return await Promise.all(Object.values(commands).map((load) => load()));
}
