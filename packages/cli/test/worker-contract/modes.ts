/** The four input modes of a worker, each with the rows of the contract and malformed rows between them. */
import {
  asText,
  BROKEN_NDJSON,
  BROKEN_TSV,
  checkQuery,
  hostileQueries,
  ndjsonRow,
  type Query,
  type Row,
  tsvColumn,
  tsvRow,
} from './rows.js';

export interface Mode {
  readonly name: string;
  /** Arguments of `repkit worker`; `robots.txt` is in its current folder. */
  readonly options: string;
  readonly rows: () => Row[];
}

/** The robots.txt of the modes with one for all rows. */
export const SHARED =
  'User-agent: *\nDisallow: /p\nAllow: /p/q$\n\nUser-agent: GPTBot\nDisallow: /\n';

export const MODES: readonly Mode[] = [
  {
    name: 'tsv',
    options: '',
    rows: () => [
      ...hostileQueries().map((query) => ({
        line: tsvRow(query),
        verdict: checkQuery(query),
      })),
      ...BROKEN_TSV.map(invalid),
    ],
  },
  {
    name: 'tsv, one robots.txt',
    options: '--robots robots.txt',
    rows: () => [
      ...sharedQueries().map((query) => ({
        line: `${tsvColumn(query.url)}\t${tsvColumn(query.token)}`,
        verdict: checkQuery(query),
      })),
      ...['', '\t', '\\N', '\xff', '/p\t\xff', 'nonsense\tGPTBot'].map(invalid),
    ],
  },
  {
    name: 'ndjson',
    options: '--format ndjson',
    rows: () => [
      ...hostileQueries().map(asText).map(ndjsonQuery(ndjsonRow)),
      ...BROKEN_NDJSON.map(invalid).map(inNdjson),
    ],
  },
  {
    name: 'ndjson, one robots.txt',
    options: '--format ndjson --robots robots.txt',
    rows: () => [
      ...sharedQueries().map(ndjsonQuery(({ url, token }) => ndjsonRow({ url, token }))),
      ...['', '{', '{}', 'null', '{"url":"\xff"}'].map(invalid).map(inNdjson),
    ],
  },
];

function sharedQueries(): Query[] {
  const seen = new Set<string>();
  return hostileQueries()
    .map((query) => ({ ...query, robotsTxt: SHARED }))
    .filter(({ url, token }) => {
      const key = `${url}\n${token}`;
      return !seen.has(key) && seen.add(key);
    });
}

function invalid(line: string): Row {
  return { line, verdict: 'invalid' };
}

function inNdjson({ line, verdict }: Row): Row {
  return { line, verdict: `{"verdict":"${verdict}"}` };
}

function ndjsonQuery(write: (query: Query) => string): (query: Query) => Row {
  return (query) => inNdjson({ line: write(query), verdict: checkQuery(query) });
}
