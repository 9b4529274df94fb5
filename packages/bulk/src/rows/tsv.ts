/** Rows of tab-separated columns, one per line. All text has one character per byte. */
import { bytesOf, byteText } from '../bytes/bytes.js';
import { type Columns, lineProblem, type Print, type RowFormat } from './row-format.js';

/**
 * What is added to a row follows the column of its URL. If rows have a column with a robots.txt, their cells are escaped as in
 * ClickHouse's TabSeparated, because a robots.txt has several lines.
 */
export function tsvRows(columns: Columns<number> = { url: 0 }, print: Print = 'rows'): RowFormat {
  const { robotsTxt, agent, crawler = agent } = columns;
  const cellValue = robotsTxt === undefined ? (cell: string | undefined) => cell : unescaped;
  return {
    isPlain: columns.url === 0 && robotsTxt === undefined && crawler === undefined,
    read(line) {
      const cells = line.split('\t');
      const url = cellValue(cells[columns.url]);
      const body = robotsTxt === undefined ? undefined : cells[robotsTxt];
      return {
        problem: robotsTxt === undefined ? undefined : lineProblem(url),
        url,
        robotsTxt: body === NULL ? undefined : body,
        crawler: crawler === undefined ? undefined : cellValue(cells[crawler]),
        ...(print === 'verdicts' ? NOTHING_PRINTED : printedParts(cells, columns)),
      };
    },
    body: (written) => bytesOf(unescaped(written) ?? ''),
    verdict: (name, outcome) => `\t${byteText(name)}\t${outcome}`,
    group: (blocked, unknown) => `\t${listOf(blocked)}\t${listOf(unknown)}`,
    end: '\n',
    verdictRow: (outcome) => `${outcome}\n`,
  };
}

const NOTHING_PRINTED = { head: '', tail: '' };

/** Returns the cells up to that of the URL, and those after it, without the robots.txt. */
function printedParts(cells: readonly string[], { url, robotsTxt }: Columns<number>) {
  const head = cells.filter((_, index) => index <= url && index !== robotsTxt);
  const tail = cells.filter((_, index) => index > url && index !== robotsTxt);
  return { head: head.join('\t'), tail: tail.map((cell) => `\t${cell}`).join('') };
}

/** Returns names separated by commas, which product tokens cannot contain; `-` if there are none. */
export function listOf(names: readonly string[]): string {
  return names.length === 0 ? '-' : byteText(names.join(','));
}

const NULL = '\\N';

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
};

/** Decodes a cell; undefined for a missing one and for `\N`, which stands for NULL. */
function unescaped(cell: string | undefined): string | undefined {
  if (cell === undefined || cell === NULL) return undefined;
  let value = '';
  let at = 0;
  // A robots.txt has an escape in every line; searching for the next one is much faster than a regular expression.
  for (let backslash = cell.indexOf('\\'); backslash !== -1; backslash = cell.indexOf('\\', at)) {
    const letter = cell.charAt(backslash + 1);
    value += cell.slice(at, backslash) + (ESCAPES[letter] ?? (letter || '\\'));
    at = backslash + 2;
  }
  return at === 0 ? cell : value + cell.slice(at);
}
