/** The formats of rows: where the URL stands in one, and where its answer goes. All text is octets, one character each. */
import type { Arguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import { octetText, utf8Text } from './blocks.js';
import { OUTCOMES, type Outcome } from './rules.js';

/** A row that was read; the answer is written between its head and its tail, and the rest of it passes through. */
export interface Row {
  /** Undefined where the row has none. */
  readonly url: string | undefined;
  readonly head: string;
  readonly tail: string;
}

export interface RowFormat {
  /** Whether ASCII in it may stand for other characters. */
  readonly escapes: boolean;
  /** Reads a line without its line end; never throws. */
  read(line: string): Row;
  /** A product token and an outcome as they stand in a row. */
  answer(productToken: string, outcome: Outcome): string;
}

/** The answers of a product token by outcome, ready to be written. */
export type Answers = Readonly<Record<Outcome, string>>;

export function answersOf(format: RowFormat, productToken: string): Answers {
  const answer = (outcome: Outcome) => [outcome, format.answer(productToken, outcome)] as const;
  return Object.fromEntries(OUTCOMES.map(answer)) as Record<Outcome, string>;
}

/** The URL is the first column; the answer stands behind it, and further columns behind that. */
export const tsvRows: RowFormat = {
  escapes: false,
  read(line) {
    const end = line.indexOf('\t');
    if (end === -1) return { url: line, head: `${line}\t`, tail: '\n' };
    return { url: line.slice(0, end), head: line.slice(0, end + 1), tail: `${line.slice(end)}\n` };
  },
  answer: (productToken, outcome) => `${octetText(productToken)}\t${outcome}`,
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
        return { url: undefined, head: `{"row":${text},`, tail: '}\n' };
      }
      const url = Object.hasOwn(row, column) ? row[column] : undefined;
      return {
        url: typeof url === 'string' ? octetText(url) : undefined,
        head: jsonHead(line, row),
        tail: '}\n',
      };
    },
    answer: (productToken, outcome) =>
      octetText(`"token":${JSON.stringify(productToken)},"verdict":"${outcome}"`),
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

/** The object without its end, as it was written: numbers too long for JavaScript pass through. */
function jsonHead(line: string, row: Readonly<Record<string, unknown>>): string {
  if (Object.hasOwn(row, 'token') || Object.hasOwn(row, 'verdict')) {
    // A member is not written twice, so the answer takes the place of what had its name.
    const { token: _token, verdict: _verdict, ...others } = row;
    return memberHead(octetText(JSON.stringify(others)), others);
  }
  return memberHead(line, row);
}

function memberHead(json: string, row: object): string {
  const members = json.slice(0, json.lastIndexOf('}')).trimEnd();
  return Object.keys(row).length === 0 ? members : `${members},`;
}

/** What `--format` and `--column` say. Throws a CommandError for a format there is not. */
export function rowFormatOf(args: Arguments): RowFormat {
  const name = args.value('format') ?? 'tsv';
  const column = args.value('column');
  if (name === 'ndjson') return ndjsonRows(column ?? 'url');
  if (name !== 'tsv') {
    throw new CommandError(`there is no format "${name}": choose one of tsv, ndjson.`);
  }
  if (column === undefined) return tsvRows;
  throw new CommandError(
    '--column names a member of ndjson, and tsv has no names: add --format ndjson, or leave it out.',
  );
}
