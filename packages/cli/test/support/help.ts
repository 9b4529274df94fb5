/** The help that commander prints for command values. */
import type { Command } from '../../src/options/command.js';
import { programOf } from '../../src/program.js';

/** Returns the output of `repkit COMMAND --help` on a terminal. */
export function commandHelp(command: Command, columns = 80): string {
  return printed(columns, (io) => programOf([command], io).commands[0]?.outputHelp());
}

/** Returns the output of `repkit --help` on a terminal. */
export function overviewHelp(commands: readonly Command[], columns = 80): string {
  return printed(columns, (io) => programOf(commands, io).outputHelp());
}

function printed(columns: number, print: (io: Parameters<typeof programOf>[1]) => void): string {
  let text = '';
  const write = (part: string | Uint8Array) => {
    text += part;
  };
  const output = { isTerminal: true, columns, write };
  print({ stdout: output, stderr: output });
  return text;
}
