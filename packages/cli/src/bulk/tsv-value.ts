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
