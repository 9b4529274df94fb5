/** What help adds to the usage and options that commander prints: examples, notes and exit codes. */
import { type Command as Commander, Help } from 'commander';
import { type Block, type Command, exitCodeTexts, usageOf } from '../options/command.js';
import { indented, optionText, wrapped, wrappedCommand } from './prose.js';

type Row = readonly [term: string, text: string];

const OVERVIEW: Pick<Command, 'notes' | 'exitCodes'> = {
  notes: {
    Environment: {
      NO_COLOR: 'Disables colors, which are only used on terminals.',
      XDG_CACHE_HOME: 'The user cache folder. The default store is repkit/robots.sqlite in it.',
      REPKIT_STORE: 'Cache location, like --store, but hidden from process lists.',
      REPKIT_TOKEN: 'The token of repkit serve.',
      HTTP_PROXY: 'The proxy for requests with http.',
      HTTPS_PROXY: 'The proxy for requests with https.',
      NO_PROXY: 'Hosts that are requested without a proxy.',
    },
  },
  exitCodes: {
    0: 'done; for checks: passed',
    1: 'the check failed; see the help of each command',
    2: 'invalid options or input, or the results could not be written',
  },
};

const INDENT = '  ';

/** Completes the help of the program. */
export function addOverview(program: Commander, commands: readonly Command[], columns: () => number): void {
  const examples = commands.flatMap((command) => Object.entries(command.examples).slice(0, 1));
  program
    .usage('COMMAND [options] …')
    .description('repkit: a complete toolkit for robots.txt (RFC 9309).')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', () => sections({ ...OVERVIEW, examples }, columns()));
}

/** Completes the help of a command. */
export function addCommandHelp(parser: Commander, command: Command, columns: () => number): void {
  const { name, options, summary } = command;
  parser
    .description(summary)
    .configureHelp({
      commandUsage: () => `repkit ${name} [options] ${usageOf(command)}`.trimEnd(),
      optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ''),
      optionDescription: (option) => {
        const spec = options[option.name()];
        return spec === undefined ? option.description : optionText(spec);
      },
    })
    .addHelpText('after', () => {
      return sections({ ...command, examples: Object.entries(command.examples) }, columns());
    });
}

interface Sections extends Pick<Command, 'notes' | 'exitCodes'> {
  readonly examples: readonly Row[];
}

/** Returns the sections after the options. */
function sections({ examples, notes, exitCodes }: Sections, columns: number): string {
  const codes = exitCodeTexts(exitCodes);
  const rows = Object.entries({ ...codes, 2: `${codes[2]}; see standard error` });
  const paragraphs = Object.entries(notes).map(([title, blocks]) => {
    const texts = [blocks].flat().map((block) => blockText(block, columns));
    return `${title}:\n${texts.join('\n\n')}`;
  });
  return [
    '',
    `Examples:\n${examples.map((example) => exampleText(example, columns)).join('\n')}`,
    ...paragraphs.map((text) => `\n${text}`),
    `\nExit code:\n${table(rows, columns)}`,
  ].join('\n');
}

function blockText(block: Block, columns: number): string {
  if (typeof block !== 'string') return table(Object.entries(block), columns);
  return indented(wrapped(block, columns - INDENT.length), INDENT);
}

function exampleText([title, command]: Row, columns: number): string {
  const lines = wrappedCommand(command, columns - INDENT.length);
  return indented([`# ${title}`, ...lines].join('\n'), INDENT);
}

function table(rows: readonly Row[], columns: number): string {
  const help = Object.assign(new Help(), { helpWidth: columns });
  const width = Math.max(0, ...rows.map(([term]) => term.length));
  return rows.map(([term, text]) => help.formatItem(term, width, text, help)).join('\n');
}
