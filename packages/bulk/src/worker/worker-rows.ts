/** The questions of a worker: a line each, in tab-separated columns or as an object. */
import { bytesOf, utf8Text } from '../input/blocks.js';

/** What a row asks; what it lacks is undefined. */
export interface WorkerRow {
  /** As it is written in the row, so that the same one again is known before it is read. */
  readonly robotsTxt: string | undefined;
  readonly url: string | undefined;
  readonly productToken: string | undefined;
}

export interface WorkerFormat {
  /** Reads a line without its line end; undefined where it is no row. Never throws. */
  read(line: string): WorkerRow | undefined;
  /** The body of a robots.txt as a row has it written; undefined where that says that there is none. */
  body(written: string): string | Uint8Array | undefined;
  /** The line of an answer, with its line end. */
  answer(outcome: string): string;
}

/** Columns robotsTxt, url, token, of which the first is left out where one robots.txt holds for all rows. */
export function tsvWorker(hasRobotsTxt: boolean): WorkerFormat {
  let latest: string | undefined;
  return {
    read(line) {
      const end = hasRobotsTxt ? line.indexOf('\t') : -1;
      if (hasRobotsTxt && end === -1) return undefined;
      const columns = utf8Text(line.slice(end + 1, endOfColumns(line, end + 1, 2)));
      if (columns === undefined) return undefined;
      const [url = '', productToken = ''] = columns.split('\t');
      const written = hasRobotsTxt ? line.slice(0, end) : undefined;
      if (written !== latest) latest = ownText(written);
      return { robotsTxt: latest, url: tsvValue(url), productToken: tsvValue(productToken) };
    },
    // Bytes, as the engine has them: a robots.txt need not be UTF-8.
    body(written) {
      const value = tsvValue(written);
      return value === undefined ? undefined : bytesOf(value);
    },
    answer: (outcome) => `${outcome}\n`,
  };
}

/** Where so many columns end that begin at a place. */
function endOfColumns(line: string, start: number, count: number): number {
  let end = start - 1;
  for (let column = 0; column < count; column++) {
    end = line.indexOf('\t', end + 1);
    if (end === -1) return line.length;
  }
  return end;
}

/** A part of a line would keep in memory the whole block that the line is a part of, for as long as it is kept. */
function ownText(bytes: string | undefined): string | undefined {
  return bytes === undefined ? undefined : bytesOf(bytes).toString('latin1');
}

/** An object with the members robotsTxt, url, token; others are passed over. */
export const ndjsonWorker: WorkerFormat = {
  read(line) {
    const row = objectIn(utf8Text(line));
    if (row === undefined) return undefined;
    return {
      robotsTxt: stringIn(row, 'robotsTxt'),
      url: stringIn(row, 'url'),
      productToken: stringIn(row, 'token'),
    };
  },
  body: (written) => written,
  answer: (outcome) => `{"verdict":"${outcome}"}\n`,
};

function objectIn(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function stringIn(row: object, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(row, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The escapes of ClickHouse's TabSeparated, which Hive and PostgreSQL's COPY write too. */
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
};

/** A column as the value that was written; undefined for `\N`, which is no value. */
export function tsvValue(column: string): string | undefined {
  if (column === '\\N') return undefined;
  let value = '';
  let at = 0;
  // A robots.txt has an escape in each of its lines: to search for the next is far quicker than to replace by a pattern.
  for (let found = column.indexOf('\\'); found !== -1; found = column.indexOf('\\', at)) {
    const letter = column.charAt(found + 1);
    value += column.slice(at, found) + (ESCAPES[letter] ?? (letter || '\\'));
    at = found + 2;
  }
  return at === 0 ? column : value + column.slice(at);
}
