import type { Command } from '../command.js';

const INDENT = '  ';

/** What `repkit --help` prints. */
export function overviewHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    'repkit: the Robots Exclusion Protocol (RFC 9309) on the command line.',
    '',
    'Usage: repkit COMMAND [options] …',
    '',
    'Commands:',
    ...table([...rows, ['help COMMAND', 'The options and examples of one command.']]),
    '',
    'Options:',
    ...table([
      ['-h, --help', 'This text, or the help of the command it stands behind.'],
      ['-V, --version', 'The version of repkit.'],
    ]),
    '',
    'Examples:',
    ...commands.flatMap((command) =>
      examples({ ...command, examples: command.examples.slice(0, 2) }),
    ),
    '',
  ].join('\n');
}

/** What `repkit COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const { name, summary, options, positionals } = command;
  const rows = options.map((option): [string, string] => [
    option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`,
    option.description,
  ]);
  return [
    `Usage: repkit ${name} [options] ${positionals}`,
    '',
    summary,
    '',
    'Options:',
    ...table([...rows, ['-h, --help', 'This text.']]),
    '',
    'Examples:',
    ...examples(command),
    '',
    ...command.notes.flatMap(({ title, lines }) => [
      `${title}:`,
      ...lines.map((line) => (line === '' ? '' : INDENT + line)),
      '',
    ]),
  ].join('\n');
}

function examples(command: Command): string[] {
  return command.examples.flatMap(({ says, command: line }) => [
    `${INDENT}# ${says}`,
    `${INDENT}${line}`,
  ]);
}

/** Two columns; a description's own line breaks are kept. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, description]) =>
    description
      .split('\n')
      .map((line, index) => `${INDENT}${(index === 0 ? name : '').padEnd(left)}${line}`),
  );
}
