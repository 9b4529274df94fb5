/** The four kinds of rows of an engine, each with the rows of the contract and malformed rows between them. */
import {
  asText,
  BROKEN_NDJSON,
  BROKEN_TSV,
  checkQuery,
  hostileQueries,
  ndjsonRow,
  type Query,
  type Row,
  tsvRow,
} from './rows.js';

export interface Mode {
  readonly name: string;
  /** Options of `repkit filter --verdict-only`; `robots.txt` is in its current folder. */
  readonly options: string;
  readonly rows: () => Row[];
}

/** The robots.txt of the modes with one for all rows. */
export const SHARED = 'User-agent: *\nDisallow: /p\nAllow: /p/q$\n\nUser-agent: GPTBot\nDisallow: /\n';

export const MODES: readonly Mode[] = [
  {
    name: 'tsv',
    options: '--robots-column 1 --column 2 --agent-column 3',
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
    options: '--robots robots.txt --agent-column 2',
    rows: () => [
      ...sharedQueries()
        .filter(isPlain)
        .map((query) => ({
          line: Buffer.from(`${query.url}\t${query.token}`).toString('latin1'),
          verdict: checkQuery(query),
        })),
      ...['', '\t', '\xff', '/p\t\xff', 'nonsense\tGPTBot'].map(invalid),
    ],
  },
  {
    name: 'ndjson',
    options: '--format ndjson --robots-column robotsTxt --agent-column token',
    rows: () => [...hostileQueries().map(asText).map(ndjsonQuery(ndjsonRow)), ...BROKEN_NDJSON.map(invalid).map(inNdjson)],
  },
  {
    name: 'ndjson, one robots.txt',
    options: '--format ndjson --robots robots.txt --agent-column token',
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

/** Without `--robots-column`, cells are not escaped. */
function isPlain({ url, token }: Query): boolean {
  return !/[\t\n\r]/.test(url + token);
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
