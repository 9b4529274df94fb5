/** Surveys one batch of entries: the unit of work of a thread. */
import type { ArchiveEntry } from '../archive/entry.js';
import type { Runner } from '../threads/pool.js';
import { COLUMN_NAMES, csvRow, ndjsonLine, type Row } from './columns.js';
import { type SurveyOptions, surveyRows } from './surveyor.js';
import { type PlainTallies, Tallies } from './tallies.js';

export const SURVEY_FORMATS = ['ndjson', 'csv', 'parquet'] as const;

export type SurveyFormat = (typeof SURVEY_FORMATS)[number];

/** The values of each column, in the order of the columns. */
type ColumnData = readonly (readonly Row[keyof Row][])[];

/** Entries as plain data. Their bodies follow each other in one memory. */
export interface EntryBatch {
  readonly bytes: Uint8Array;
  readonly entries: readonly EntryOfBatch[];
}

interface EntryOfBatch extends Omit<ArchiveEntry, 'body'> {
  readonly bodyLength: number;
}

export interface SurveyedBatch {
  /** Rows in a text format; empty for Parquet. */
  readonly text: string;
  readonly columns: ColumnData;
  readonly rows: number;
  readonly tallies: PlainTallies;
}

/** Everything a thread needs, as plain data. */
export interface SurveyWork {
  readonly options: SurveyOptions;
  readonly format: SurveyFormat;
}

export function batchOf(entries: readonly ArchiveEntry[]): EntryBatch {
  return {
    bytes: Buffer.concat(entries.map(({ body }) => body)),
    entries: entries.map(({ body, ...entry }) => ({ ...entry, bodyLength: body.length })),
  };
}

export function batchSurvey({ options, format }: SurveyWork): Runner<EntryBatch, SurveyedBatch> {
  const isText = format !== 'parquet';
  const lineOf = format === 'csv' ? csvRow : ndjsonLine;
  return {
    ahead: 1,
    async run({ bytes, entries }) {
      const tallies = new Tallies();
      const columns: Row[keyof Row][][] = isText ? [] : COLUMN_NAMES.map(() => []);
      let text = '';
      let rows = 0;
      let at = 0;
      for (const { bodyLength, ...entry } of entries) {
        const body = bytes.subarray(at, at + bodyLength);
        at += bodyLength;
        for (const row of surveyRows({ ...entry, body }, options, tallies)) {
          rows += 1;
          if (isText) text += lineOf(row);
          else for (const [index, name] of COLUMN_NAMES.entries()) columns[index]?.push(row[name]);
        }
      }
      return { text, columns, rows, tallies: tallies.plain() };
    },
    close: async () => {},
  };
}
