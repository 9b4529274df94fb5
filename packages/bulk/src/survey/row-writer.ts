import { CSV_HEADER } from './columns.js';
import type { SurveyedSection, SurveyFormat } from './section-survey.js';

/** Converts surveyed sections to the bytes of one file. */
export interface RowWriter {
  add(section: Pick<SurveyedSection, 'text' | 'columns'>): Uint8Array;
  /** Returns the last bytes of the file. */
  finish(): Uint8Array;
}

/** Loads the Parquet writer only if it is needed. */
export async function rowWriter(format: SurveyFormat): Promise<RowWriter> {
  if (format === 'parquet') {
    const { ParquetRows } = await import('./parquet.js');
    return new ParquetRows();
  }
  let header = format === 'csv' ? CSV_HEADER : '';
  const encode = (text: string): Uint8Array => {
    const bytes = encoder.encode(header + text);
    header = '';
    return bytes;
  };
  return { add: ({ text }) => encode(text), finish: () => encode('') };
}

const encoder = new TextEncoder();
