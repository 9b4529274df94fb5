/** Manual pages in man(7) format for groff and mandoc. */
import type { Command } from '../options/command.js';
import { VERSION } from '../program/version.js';
import { OVERVIEW } from './help.js';
import {
  type Block,
  blocksOf,
  firstSentence,
  optionText,
  type Row,
  wrapped,
  wrappedCommand,
} from './prose.js';

/** Fits 80 columns with the indentation of the page. */
const EXAMPLE_COLUMNS = 68;
/** Width of the source; linters of manual pages limit it. */
const SOURCE_COLUMNS = 76;
const EXIT_CODE = 'Exit code';

/** Returns the page `repkit`; the date is `YYYY-MM-DD`. */
export function overviewPage(commands: readonly Command[], date: string): string {
  return page('repkit', OVERVIEW.summary, date, [
    ...section('Synopsis', [`${bold('repkit')} ${italic('COMMAND')} ${text('[options] …')}`]),
    ...section('Description', [
      bold('repkit'),
      text(`is ${OVERVIEW.summary} Each command has a page, such as`),
      bold('repkit-check', '(1).'),
    ]),
    ...section(
      'Commands',
      commands.flatMap(({ name, summary }) => item(bold(`repkit-${name}`, '(1)'), summary)),
    ),
    ...section(
      'Options',
      OVERVIEW.options.flatMap(([usage, says]) => item(usageIn(usage), says)),
    ),
    ...noteSections(OVERVIEW.notes),
    ...section('Examples', exampleLines(commands.flatMap(({ examples }) => examples.slice(0, 1)))),
  ]);
}

/** Returns the page `repkit-COMMAND`; the date is `YYYY-MM-DD`. */
export function commandPage(command: Command, date: string): string {
  const { name, summary, positionals, options, notes, examples } = command;
  const usage = `${bold(`repkit ${name}`)} ${text('[options]')} ${operandsIn(positionals)}`;
  return page(`repkit-${name}`, summary, date, [
    ...section('Synopsis', [usage.trimEnd()]),
    ...section('Description', [text(summary)]),
    ...section('Options', [
      ...options.flatMap((option) => {
        const value = option.value === undefined ? '' : ` ${italic(option.value)}`;
        return item(bold(`--${option.name}`) + value, optionText(option));
      }),
      ...item(usageIn('-h, --help'), 'Show a summary of the options and examples.'),
    ]),
    ...noteSections(notes),
    ...section('Examples', exampleLines(examples)),
    ...section('See also', [`${bold('repkit')}(1)`]),
  ]);
}

function page(name: string, summary: string, date: string, body: readonly string[]): string {
  const short = firstSentence(summary);
  return [
    `.TH ${name.toUpperCase()} 1 ${date} "repkit ${VERSION}" "Manual of repkit"`,
    // Do not hyphenate names of options and files, and do not justify lines.
    '.nh',
    '.ad l',
    '.SH NAME',
    text(`${name} - ${short}`),
    ...body,
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`.SH ${text(title.toUpperCase())}`, ...lines];
}

/** Moves exit codes to the end, with the title that manual pages use. */
function noteSections(notes: Command['notes']): readonly string[] {
  const isLast = ({ title }: { title: string }): boolean => title === EXIT_CODE;
  return [...notes.filter((note) => !isLast(note)), ...notes.filter(isLast)].flatMap((note) =>
    section(isLast(note) ? 'Exit status' : note.title, blocksOf(note.lines).flatMap(blockLines)),
  );
}

function blockLines(block: Block, index: number): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return [...(index > 0 ? ['.PP'] : []), text(block.text)];
    case 'rows':
      return block.rows.flatMap(([term, says]: Row) => item(bold(term), says));
    case 'verbatim':
      return [...(index > 0 ? ['.PP'] : []), '.nf', ...block.lines.map(verbatim), '.fi'];
  }
}

function item(term: string, says: string): readonly string[] {
  return ['.TP', term, text(says)];
}

function exampleLines(examples: Command['examples']): readonly string[] {
  return examples.flatMap(({ title, command }, index) => [
    ...(index > 0 ? ['.PP'] : []),
    text(`${title}:`),
    '.PP',
    '.RS 4',
    '.nf',
    ...wrappedCommand(command, EXAMPLE_COLUMNS).map(verbatim),
    '.fi',
    '.RE',
  ]);
}

/** Formats `-h, --help` with the options in bold. */
function usageIn(usage: string): string {
  return usage
    .split(', ')
    .map((option) => bold(option))
    .join(', ');
}

/** Formats `bash|zsh FILE`: literal words in bold, placeholders in italics. */
function operandsIn(positionals: string): string {
  return positionals.replaceAll(/[a-z]+|[A-Z.]+|[^a-zA-Z.]+/g, (part) =>
    /^[a-z]/.test(part) ? bold(part) : /^[A-Z]/.test(part) ? italic(part) : text(part),
  );
}

function bold(words: string, suffix = ''): string {
  return `\\fB${text(words)}\\fR${suffix}`;
}

function italic(words: string): string {
  return `\\fI${text(words)}\\fR`;
}

/** Characters that roff interprets or replaces, and their escapes. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

function text(plain: string): string {
  return wrapped(escaped(plain), SOURCE_COLUMNS).map(guarded).join('\n');
}

function verbatim(plain: string): string {
  return guarded(escaped(plain));
}

function escaped(plain: string): string {
  return plain
    .replaceAll(/[\\\-'`^~]/g, (character) => ESCAPES[character] ?? character)
    .replaceAll(
      /[^\n\x20-\x7e]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

/** Prevents roff from treating a line as a request. */
function guarded(line: string): string {
  return line.startsWith('.') ? `\\&${line}` : line;
}
