import { type Command, commands } from './command.js';
import { CommandError } from './command-error.js';
import { nearest } from './nearest.js';

/** The command of that name; a CommandError says which was probably meant. */
export async function loadCommand(name: string): Promise<Command> {
  const loader = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (loader !== undefined) return await loader();
  if (name.startsWith('-')) {
    const option = nearest(name, ['--help', '--version']);
    if (option !== undefined) throw new CommandError(`was "${option}" meant?`);
    throw new CommandError(`the command comes before its options: write repkit check ${name} ….`);
  }
  if (/[./:]/.test(name)) {
    throw new CommandError(`"${name}" is no command: write repkit check ${name} to ask about it.`);
  }
  const meant = nearest(name, Object.keys(commands));
  throw new CommandError(
    `there is no command "${name}": ` +
      (meant === undefined ? 'see repkit --help for those there are.' : `was "${meant}" meant?`),
  );
}

/** All of them, in the order of the list. */
export async function loadCommands(): Promise<readonly Command[]> {
  return await Promise.all(Object.values(commands).map((load) => load()));
}
