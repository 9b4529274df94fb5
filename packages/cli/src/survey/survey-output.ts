/** Where the rows of a survey go: standard output or a file, in one of three formats. */
import type { Io, OutputFile } from '../io.js';
import { visible } from '../render/visible.js';
import type { ParquetRows } from './parquet.js';
import { CSV_HEADER } from './row-text.js';
import type { SurveyedSection, SurveyFormat } from './section-survey.js';

export interface SurveyOutput {
  add(section: Pick<SurveyedSection, 'text' | 'columns'>): Promise<void>;
  /** Writes what is left. */
  finish(): Promise<void>;
}

export async function surveyOutput(
  format: SurveyFormat,
  file: OutputFile | undefined,
  io: Pick<Io, 'stdout' | 'writeOctets'>,
): Promise<SurveyOutput> {
  const isForPeople = file === undefined && io.stdout.isTerminal;
  const write = async (octets: Uint8Array): Promise<void> => {
    if (file === undefined) await io.writeOctets(octets);
    else file.write(octets);
  };
  const writeText = (text: string) =>
    write(encoder.encode(isForPeople ? text.split('\n').map(visible).join('\n') : text));
  if (format === 'csv') await writeText(CSV_HEADER);
  if (format !== 'parquet') return { add: ({ text }) => writeText(text), finish: async () => {} };
  const { ParquetRows } = await import('./parquet.js');
  let written: Uint8Array[] = [];
  const parquet: ParquetRows = new ParquetRows((octets) => written.push(octets));
  const flush = async (): Promise<void> => {
    for (const octets of written) await write(octets);
    written = [];
  };
  return {
    add: ({ columns }) => {
      parquet.add(columns);
      return flush();
    },
    finish: () => {
      parquet.finish();
      return flush();
    },
  };
}

const encoder = new TextEncoder();
