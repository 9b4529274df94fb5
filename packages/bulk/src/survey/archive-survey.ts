/** Surveys the robots.txt files of whole archives: one reader, and threads that parse them, in the order of the archives. */
import { type ArchiveEntry, ArchiveReport } from '../archive/entry.js';
import { archiveKind, openArchive } from '../archive/open-archive.js';
import { inOrder } from '../threads/in-order.js';
import { Pool } from '../threads/pool.js';
import { nodeSystem, type System } from '../threads/system.js';
import { batchOf, batchSurvey, type EntryBatch, type SurveyedBatch, type SurveyFormat } from './batch-survey.js';
import { CSV_HEADER } from './columns.js';
import type { SurveyOptions } from './surveyor.js';
import type { PlainTallies } from './tallies.js';

/** A batch takes a thread some 10 ms, and its results need little memory. */
const BATCH_BYTES = 512 * 1024;
/** The row of an entry for a crawler takes as long as parsing about this many bytes, and as much memory. */
const ROW_BYTES = 512;
/** Queued batches, so that threads never wait for the main thread. */
const BATCHES_PER_THREAD = 3;

export interface SurveyRun extends SurveyOptions {
  /** Paths of archives; each may be a folder, a WARC file, or NDJSON. */
  readonly files: readonly string[];
  readonly format: SurveyFormat;
  /** Default: one per core. */
  readonly threads?: number | undefined;
}

export interface SurveyedPart extends ReturnType<ArchiveReport['take']> {
  /** Rows in the format of the run. Parquet rows are counted before they are written. */
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly tallies: PlainTallies;
}

/** Yields the surveyed parts, with each entry exactly once. Throws an InputError if a file is not an archive. */
export async function* surveyArchives(
  { files, format, threads, ...options }: SurveyRun,
  system: System = nodeSystem,
): AsyncGenerator<SurveyedPart> {
  for (const file of files) archiveKind(file);
  const work = { options, format };
  const pool = new Pool<EntryBatch, SurveyedBatch>(batchSurvey(work), {
    threads: (threads ?? system.cores()) - 1,
    tasksPerThread: BATCHES_PER_THREAD,
    startThreads: system.startThreads,
    kind: 'survey',
    work,
  });
  const writer = await rowWriter(format);
  let batches = 0;
  const survey = async ({ entries, report }: ReadBatch) => {
    batches += 1;
    // A single batch is done before threads would have started.
    if (batches > 1) await pool.start();
    return { ...(await pool.run(batchOf(entries))), ...report };
  };
  try {
    for await (const { text, columns, ...part } of inOrder(readBatches(files, options.crawlers.length), pool.ahead, survey)) {
      yield { ...part, bytes: writer.add({ text, columns }) };
    }
    const bytes = writer.finish();
    yield { bytes, rows: 0, tallies: {}, ...new ArchiveReport().take() };
  } finally {
    await pool.close();
  }
}

interface ReadBatch {
  readonly entries: readonly ArchiveEntry[];
  /** About what was read since the batch before. */
  readonly report: ReturnType<ArchiveReport['take']>;
}

/** Reads the archives one after the other. */
async function* readBatches(files: readonly string[], rowsPerEntry: number): AsyncGenerator<ReadBatch> {
  for (const file of files) {
    const archive = await openArchive(file);
    try {
      const report = new ArchiveReport();
      let entries: ArchiveEntry[] = [];
      let bytes = 0;
      for await (const entry of archive.entries(report)) {
        entries.push(entry);
        bytes += entry.body.length + rowsPerEntry * ROW_BYTES;
        if (bytes < BATCH_BYTES) continue;
        yield { entries, report: report.take() };
        entries = [];
        bytes = 0;
      }
      yield { entries, report: report.take() };
    } finally {
      archive.close();
    }
  }
}

/** Converts surveyed batches to the bytes of one file. */
export interface RowWriter {
  add(batch: Pick<SurveyedBatch, 'text' | 'columns'>): Uint8Array;
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
