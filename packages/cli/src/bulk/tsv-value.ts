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
  if (!column.includes('\\')) return column;
  if (column === '\\N') return undefined;
  return column.replace(/\\(.)/gs, (_escape, letter: string) => ESCAPES[letter] ?? letter);
}
