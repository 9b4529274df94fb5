/** The four ways in which a worker is asked, each with rows for it: those of the contract, and broken ones between them. */
import {
  asText,
  BROKEN_NDJSON,
  BROKEN_TSV,
  checkQuery,
  hostileQuestions,
  ndjsonRow,
  type Query,
  type Row,
  tsvColumn,
  tsvRow,
} from './rows.js';

export interface Mode {
  readonly name: string;
  /** What follows `repkit worker`; `robots.txt` is a file in the folder in which it runs. */
  readonly options: string;
  readonly rows: () => Row[];
}

/** The robots.txt of the modes in which there is one for all rows. */
export const SHARED =
  'User-agent: *\nDisallow: /p\nAllow: /p/q$\n\nUser-agent: GPTBot\nDisallow: /\n';

export const MODES: readonly Mode[] = [
  {
    name: 'tsv',
    options: '',
    rows: () => [
      ...hostileQuestions().map((question) => ({
        line: tsvRow(question),
        answer: checkQuery(question),
      })),
      ...BROKEN_TSV.map(invalid),
    ],
  },
  {
    name: 'tsv, one robots.txt',
    options: '--robots robots.txt',
    rows: () => [
      ...sharedQuestions().map((question) => ({
        line: `${tsvColumn(question.url)}\t${tsvColumn(question.token)}`,
        answer: checkQuery(question),
      })),
      ...['', '\t', '\\N', '\xff', '/p\t\xff', 'nonsense\tGPTBot'].map(invalid),
    ],
  },
  {
    name: 'ndjson',
    options: '--format ndjson',
    rows: () => [
      ...hostileQuestions().map(asText).map(ndjsonQuestion(ndjsonRow)),
      ...BROKEN_NDJSON.map(invalid).map(inNdjson),
    ],
  },
  {
    name: 'ndjson, one robots.txt',
    options: '--format ndjson --robots robots.txt',
    rows: () => [
      ...sharedQuestions().map(ndjsonQuestion(({ url, token }) => ndjsonRow({ url, token }))),
      ...['', '{', '{}', 'null', '{"url":"\xff"}'].map(invalid).map(inNdjson),
    ],
  },
];

function sharedQuestions(): Query[] {
  const seen = new Set<string>();
  return hostileQuestions()
    .map((question) => ({ ...question, robotsTxt: SHARED }))
    .filter(({ url, token }) => {
      const key = `${url}\n${token}`;
      return !seen.has(key) && seen.add(key);
    });
}

function invalid(line: string): Row {
  return { line, answer: 'invalid' };
}

function inNdjson({ line, answer }: Row): Row {
  return { line, answer: `{"verdict":"${answer}"}` };
}

function ndjsonQuestion(write: (question: Query) => string): (question: Query) => Row {
  return (question) => inNdjson({ line: write(question), answer: checkQuery(question) });
}
