/** Surveys one section of an archive: the unit of work of a thread. */
import { type Archive, type Section, SectionReport } from '../archive/entry.js';
import { openArchive } from '../archive/open-archive.js';
import type { Runner } from '../threads/pool.js';
import { COLUMN_NAMES, csvRow, ndjsonLine, type Row } from './columns.js';
import { type SurveyOptions, surveyRows } from './surveyor.js';
import { type PlainTallies, Tallies } from './tallies.js';

export const SURVEY_FORMATS = ['ndjson', 'csv', 'parquet'] as const;

export type SurveyFormat = (typeof SURVEY_FORMATS)[number];

/** The values of each column, in the order of the columns. */
type ColumnData = readonly (readonly Row[keyof Row][])[];

export interface SectionTask {
  readonly file: string;
  readonly section: Section;
}

export interface SurveyedSection extends Readonly<Omit<SectionReport, 'fault'>> {
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

export class SectionSurvey implements Runner<SectionTask, SurveyedSection> {
  readonly ahead = 1;
  readonly #options: SurveyOptions;
  readonly #format: SurveyFormat;
  #archive: Archive | undefined;

  constructor({ options, format }: SurveyWork) {
    this.#options = options;
    this.#format = format;
  }

  async run({ file, section }: SectionTask): Promise<SurveyedSection> {
    const archive = await this.#open(file);
    const tallies = new Tallies();
    const report = new SectionReport();
    const isText = this.#format !== 'parquet';
    const lineOf = this.#format === 'csv' ? csvRow : ndjsonLine;
    const columns: Row[keyof Row][][] = isText ? [] : COLUMN_NAMES.map(() => []);
    let text = '';
    let rows = 0;
    for await (const entry of archive.entries(section, report)) {
      for (const row of surveyRows(entry, this.#options, tallies)) {
        rows += 1;
        if (isText) text += lineOf(row);
        else for (const [index, name] of COLUMN_NAMES.entries()) columns[index]?.push(row[name]);
      }
    }
    return { text, columns, rows, tallies: tallies.plain(), ...report };
  }

  async close(): Promise<void> {
    this.#archive?.close();
    this.#archive = undefined;
  }

  /** Keeps one archive open, because its sections are consecutive. */
  async #open(file: string): Promise<Archive> {
    if (this.#archive?.file === file) return this.#archive;
    await this.close();
    this.#archive = await openArchive(file);
    return this.#archive;
  }
}
