import { optionUsage } from '../options/arguments.js';
import type { Block, Command } from '../options/command.js';
import { optionText, wrapped, wrappedCommand } from './prose.js';

type Row = readonly [term: string, text: string];

const OVERVIEW: Pick<Command, 'summary' | 'notes' | 'exitCodes'> & {
  readonly options: readonly Row[];
} = {
  summary: 'a complete toolkit for robots.txt (RFC 9309).',
  options: [
    ['-h, --help', 'Show this help, or the help of a command.'],
    ['-V, --version', 'Show the version.'],
  ],
  notes: {
    Environment: {
      NO_COLOR: 'Disables colors, which are only used on terminals.',
      XDG_CACHE_HOME: 'The user cache folder. The default store is repkit/robots.sqlite in it.',
      REPKIT_STORE: 'Cache location, like --store, but hidden from process lists.',
      REPKIT_TOKEN: 'The token of repkit serve.',
      'HTTP_PROXY, HTTPS_PROXY, NO_PROXY': 'The proxy for requests.',
    },
  },
  exitCodes: { 0: 'done; for checks: passed', 1: 'the check failed; see the help of each command' },
};

const COLUMNS = 80;
const INDENT = '  ';
/** Wider terms get a separate line. */
const WIDEST_TERM = 26;

/** Returns the output of `repkit --help`. */
export function overviewHelp(commands: readonly Command[]): string {
  return [
    ...wrapped(`repkit: ${OVERVIEW.summary}`, COLUMNS),
    '',
    'Usage: repkit COMMAND [options] …',
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...table(OVERVIEW.options),
    '',
    'Examples:',
    ...commands.flatMap(({ examples }) => exampleLines(Object.entries(examples).slice(0, 1))),
    '',
    ...noteLines(OVERVIEW),
  ].join('\n');
}

/** Returns the output of `repkit COMMAND --help`. */
export function commandHelp(command: Command): string {
  const { name, summary, options, positionals, examples } = command;
  const rows = Object.entries(options).map(
    ([option, spec]): Row => [optionUsage(option, spec), optionText(spec)],
  );
  return [
    `Usage: repkit ${name} [options] ${positionals}`.trimEnd(),
    '',
    ...wrapped(summary, COLUMNS),
    '',
    'Options:',
    ...table([...rows, ['-h, --help', 'Show this help.']]),
    '',
    'Examples:',
    ...exampleLines(Object.entries(examples)),
    '',
    ...noteLines(command),
  ].join('\n');
}

function noteLines({ notes, exitCodes }: Pick<Command, 'notes' | 'exitCodes'>): readonly string[] {
  const codes = { ...exitCodes, 2: 'invalid options or input; see standard error' };
  return [
    ...Object.entries(notes).flatMap(([title, blocks]) => [
      `${title}:`,
      ...[blocks]
        .flat()
        .flatMap((block, index) => [...(index > 0 ? [''] : []), ...blockLines(block)]),
      '',
    ]),
    'Exit code:',
    ...table(Object.entries(codes)),
    '',
  ];
}

function blockLines(block: Block): readonly string[] {
  return typeof block === 'string'
    ? indented(wrapped(block, COLUMNS - INDENT.length))
    : table(Object.entries(block));
}

function exampleLines(examples: readonly (readonly [string, string])[]): readonly string[] {
  return examples.flatMap(([title, command]) =>
    indented([`# ${title}`, ...wrappedCommand(command, COLUMNS - INDENT.length)]),
  );
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => INDENT + line);
}

function table(rows: readonly Row[]): readonly string[] {
  const widths = rows.map(([term]) => term.length).filter((width) => width <= WIDEST_TERM);
  const left = Math.max(0, ...widths) + 2;
  return rows.flatMap(([term, text]) => {
    const lines = wrapped(text, COLUMNS - INDENT.length - left);
    const fits = term.length + 2 <= left;
    return indented([
      ...(fits ? [] : [term]),
      ...lines.map((line, index) => (fits && index === 0 ? term : '').padEnd(left) + line),
    ]);
  });
}
