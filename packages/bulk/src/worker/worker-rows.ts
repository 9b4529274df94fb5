/** Row formats of the worker protocol. */
import { bytesOf, byteText, utf8Text } from '../bytes/bytes.js';
import { jsonObject } from '../rows/ndjson.js';
import type { RowFormat } from '../rows/row-format.js';

export interface WorkerRow {
  /** Still escaped, so that repeated files are recognized before they are decoded. */
  readonly robotsTxt: string | undefined;
  readonly url: string | undefined;
  readonly productToken: string | undefined;
}

export interface WorkerFormat {
  /** Parses a line without its line end; undefined if it is invalid. Never throws. */
  read(line: string): WorkerRow | undefined;
  /** Decodes the robots.txt of a row; undefined if the row has none. */
  body(written: string): string | Uint8Array | undefined;
  /** Formats a result as a line, with its line end. */
  result(outcome: string): string;
}

/** Columns robotsTxt, url and token; without robotsTxt if one robots.txt applies to all rows. */
export function tsvWorker(hasRobotsTxt: boolean): WorkerFormat {
  let latest: string | undefined;
  return {
    read(line) {
      const end = hasRobotsTxt ? line.indexOf('\t') : -1;
      if (hasRobotsTxt && end === -1) return undefined;
      const columns = line
        .slice(end + 1)
        .split('\t', 2)
        .map(utf8Text);
      if (columns.includes(undefined)) return undefined;
      const [url = '', productToken = ''] = columns;
      const written = hasRobotsTxt ? line.slice(0, end) : undefined;
      // Copied, because a substring would keep its whole block in memory.
      if (written !== latest) latest = written && bytesOf(written).toString('latin1');
      return { robotsTxt: latest, url: tsvValue(url), productToken: tsvValue(productToken) };
    },
    // A robots.txt need not be UTF-8.
    body(written) {
      const value = tsvValue(written);
      return value === undefined ? undefined : bytesOf(value);
    },
    result: (outcome) => `${outcome}\n`,
  };
}

/** Objects with the members robotsTxt, url and token. Others are ignored. */
export const ndjsonWorker: WorkerFormat = {
  read(line) {
    const row = jsonObject(line);
    if (row === undefined) return undefined;
    return {
      robotsTxt: textOrNone(row.robotsTxt),
      url: textOrNone(row.url),
      productToken: textOrNone(row.token),
    };
  },
  body: (written) => written,
  result: (outcome) => `{"verdict":"${outcome}"}\n`,
};

/** Rows of which only the URL is read: the first column, or the member url. Their output is the verdict. */
export function siteRows(format: 'tsv' | 'ndjson'): RowFormat {
  const { read, result } = format === 'ndjson' ? ndjsonWorker : tsvWorker(false);
  return {
    read(line) {
      const [written = ''] = format === 'ndjson' ? [line] : line.split('\t', 1);
      const url = read(written)?.url;
      return { url: url === undefined ? undefined : byteText(url), head: '', tail: '' };
    },
    verdict: (_crawler, outcome) => result(outcome),
    end: '',
  };
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Escapes of ClickHouse's TabSeparated, Hive, and PostgreSQL's COPY. */
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
};

/** Decodes a column; undefined for `\N`, which stands for NULL. */
export function tsvValue(column: string): string | undefined {
  if (column === '\\N') return undefined;
  let value = '';
  let at = 0;
  // A robots.txt has an escape in every line; searching for the next one is much faster than a regular expression.
  for (let found = column.indexOf('\\'); found !== -1; found = column.indexOf('\\', at)) {
    const letter = column.charAt(found + 1);
    value += column.slice(at, found) + (ESCAPES[letter] ?? (letter || '\\'));
    at = found + 2;
  }
  return at === 0 ? column : value + column.slice(at);
}
