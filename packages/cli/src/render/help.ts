import type { Command } from '../program/command.js';
import {
  type Block,
  blocksOf,
  optionText,
  optionUsage,
  type Row,
  wrapped,
  wrappedCommand,
} from './prose.js';

export const OVERVIEW: Pick<Command, 'summary' | 'notes'> & {
  readonly options: readonly (readonly [usage: string, text: string])[];
} = {
  summary: 'the Robots Exclusion Protocol (RFC 9309) on the command line.',
  options: [
    ['-h, --help', 'This text, or the help of the command it stands behind.'],
    ['-V, --version', 'The version of repkit.'],
  ],
  notes: [
    {
      title: 'Environment',
      lines: [
        'NO_COLOR  No colours. There are none in files and pipes anyway.',
        'XDG_CACHE_HOME  The folder in which repkit/robots.sqlite, the store of what sites have said, lies.',
        'REPKIT_STORE  Another store, as --store has it; where a password is out of sight.',
        'REPKIT_TOKEN  The token that repkit serve asks for.',
        'HTTP_PROXY, HTTPS_PROXY, NO_PROXY  By which proxy sites are asked.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  done; where a question was asked: yes',
        '1  the answer is no, as the help of each command says',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
};

const COLUMNS = 80;
const INDENT = '  ';
/** A term that is wider stands on a line of its own. */
const WIDEST_TERM = 26;

/** What `repkit --help` prints. */
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
    ...commands.flatMap(({ examples }) => exampleLines(examples.slice(0, 1))),
    '',
    ...noteLines(OVERVIEW.notes),
  ].join('\n');
}

/** What `repkit COMMAND --help` prints. */
export function commandHelp({
  name,
  summary,
  options,
  positionals,
  examples,
  notes,
}: Command): string {
  const rows = options.map((option): Row => [optionUsage(option), optionText(option)]);
  return [
    `Usage: repkit ${name} [options] ${positionals}`.trimEnd(),
    '',
    ...wrapped(summary, COLUMNS),
    '',
    'Options:',
    ...table([...rows, ['-h, --help', 'This text.']]),
    '',
    'Examples:',
    ...exampleLines(examples),
    '',
    ...noteLines(notes),
  ].join('\n');
}

function noteLines(notes: Command['notes']): readonly string[] {
  return notes.flatMap(({ title, lines }) => [
    `${title}:`,
    ...blocksOf(lines).flatMap((block, index) => [
      ...(index > 0 ? [''] : []),
      ...blockLines(block),
    ]),
    '',
  ]);
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return indented(wrapped(block.text, COLUMNS - INDENT.length));
    case 'rows':
      return table(block.rows);
    case 'verbatim':
      return indented(block.lines);
  }
}

function exampleLines(examples: Command['examples']): readonly string[] {
  return examples.flatMap(({ says, command }) =>
    indented([`# ${says}`, ...wrappedCommand(command, COLUMNS - INDENT.length)]),
  );
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => INDENT + line);
}

/** Two columns. */
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
