/** The formats of rows: where the URL stands in one, and where its answer goes. All text is octets, one character each. */
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import { octetText, utf8Text } from './blocks.js';
import { type CsvShape, csvRows } from './csv.js';
import { withoutMembers } from './ndjson-members.js';
import { OUTCOMES, type Outcome } from './rules.js';

/** A row that was read; the answer is written between its head and its tail, and the rest of it passes through. */
export interface Row {
  /** Undefined where the row has none. */
  readonly url: string | undefined;
  readonly head: string;
  /** Without the end of the row; mostly empty. */
  readonly tail: string;
}

export interface RowFormat {
  /** Whether ASCII in it may stand for other characters. */
  readonly escapes: boolean;
  /** Where a row of a text ends, behind its line end, by where it begins; asked from the first to the last. Without it a row is a line. */
  readonly rowEnds?: (text: string) => (start: number) => number;
  /** Whether a row holds the names of the columns once more, and so has no answer. */
  readonly isHeader?: (row: string) => boolean;
  /** Reads a row without its line end; never throws. */
  read(row: string): Row;
  /** A product token and an outcome as they stand in a row. */
  answer(productToken: string, outcome: Outcome): string;
  /** What every row that is written ends with. */
  readonly end: string;
}

/** The answers of a product token by outcome, each with the end of the row: most rows are done with that. */
export type Answers = Readonly<Record<Outcome, string>>;

export function answersOf(format: RowFormat, productToken: string): Answers {
  const answer = (outcome: Outcome) =>
    [outcome, format.answer(productToken, outcome) + format.end] as const;
  return Object.fromEntries(OUTCOMES.map(answer)) as Record<Outcome, string>;
}

/** A row with its answer, of as few pieces as may be: they are most of the memory that a run asks for. */
export function answeredRow({ head, tail }: Row, answer: string, { end }: RowFormat): string {
  return tail === '' ? head + answer : head + answer.slice(0, -end.length) + tail + end;
}

/** The URL is the first column; the answer stands behind it, and further columns behind that. */
export const tsvRows: RowFormat = {
  escapes: false,
  read(line) {
    const end = line.indexOf('\t');
    if (end === -1) return { url: line, head: line, tail: '' };
    const url = line.slice(0, end);
    return { url, head: url, tail: line.slice(end) };
  },
  answer: (productToken, outcome) => `\t${octetText(productToken)}\t${outcome}`,
  end: '\n',
};

/** The URL is a member of an object; the answer becomes its last two members. */
export function ndjsonRows(column: string): RowFormat {
  return {
    escapes: true,
    read(line) {
      const row = jsonObject(line);
      if (row === undefined) {
        // Whatever it is, as text: the output remains NDJSON.
        const text = octetText(JSON.stringify(utf8Text(line) ?? line));
        return { url: undefined, head: `{"row":${text},`, tail: '' };
      }
      const url = Object.hasOwn(row, column) ? row[column] : undefined;
      return {
        // What has several lines can be no URL where one URL is printed a line.
        url: typeof url === 'string' && !/[\r\n]/.test(url) ? octetText(url) : undefined,
        head: jsonHead(line, row),
        tail: '',
      };
    },
    answer: (productToken, outcome) =>
      octetText(`"token":${JSON.stringify(productToken)},"verdict":"${outcome}"`),
    end: '}\n',
  };
}

function jsonObject(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = utf8Text(line);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}

/** What the answer is written as, in place of whatever had these names. */
const ANSWER_MEMBERS: ReadonlySet<string> = new Set(['token', 'verdict']);

/** The object without its end, as it was written: numbers too long for JavaScript pass through. */
function jsonHead(line: string, row: Readonly<Record<string, unknown>>): string {
  // Few rows have been answered before, and the others need not be scanned.
  const isAnswered = Object.hasOwn(row, 'token') || Object.hasOwn(row, 'verdict');
  const json = isAnswered ? withoutMembers(line, ANSWER_MEMBERS) : line;
  const members = json.slice(0, json.lastIndexOf('}')).trimEnd();
  // No value ends with the brace that opens an object.
  return members.endsWith('{') ? members : `${members},`;
}

/** A format as plain data, which can be sent to a thread. */
export type RowShape =
  | { readonly name: 'tsv' }
  | { readonly name: 'ndjson'; readonly column: string }
  | CsvShape;

export function rowFormat(shape: RowShape): RowFormat {
  switch (shape.name) {
    case 'tsv':
      return tsvRows;
    case 'ndjson':
      return ndjsonRows(shape.column);
    case 'csv':
      return csvRows(shape);
  }
}

/** What the user says of the rows; for csv the first of them says the rest. */
export type AskedFormat =
  | Exclude<RowShape, CsvShape>
  | { readonly name: 'csv'; readonly column: string | undefined; readonly hasHeader: boolean };

/** What `--format`, `--column` and `--no-header` say. Throws a CommandError for a format there is not. */
export function askedFormat(args: Arguments): AskedFormat {
  const name = args.value('format') ?? 'tsv';
  const column = args.value('column');
  const hasHeader = !args.has('no-header');
  if (name === 'csv') return { name, column, hasHeader };
  if (name !== 'tsv' && name !== 'ndjson') {
    throw new CommandError(`there is no format "${name}": choose one of tsv, ndjson, csv.`);
  }
  if (!hasHeader) {
    throw new CommandError(
      `--no-header is about csv, and ${name} has none: add --format csv, or leave it out.`,
    );
  }
  if (name === 'ndjson') return { name, column: column ?? 'url' };
  if (column === undefined) return { name };
  throw new CommandError(
    '--column is a member of ndjson or a column of csv, and in tsv the URL is the first: ' +
      'add --format ndjson or csv, or leave it out.',
  );
}
