/** Surveys the robots.txt files of whole archives, several sections in parallel, in the order of the archives. */

import type { Section } from '../archive/entry.js';
import { openArchive } from '../archive/open-archive.js';
import { asyncOf } from '../bytes/file-bytes.js';
import { inOrder } from '../threads/in-order.js';
import { Pool, type Runner } from '../threads/pool.js';
import { nodeSystem, type System } from '../threads/system.js';
import { CSV_HEADER } from './columns.js';
import {
  SectionSurvey,
  type SectionTask,
  type SurveyedSection,
  type SurveyFormat,
} from './section-survey.js';
import type { SurveyOptions } from './surveyor.js';
import type { PlainTallies } from './tallies.js';

/** A section takes a thread some 10 ms, and its results need little memory. */
const SECTION_BYTES = 512 * 1024;
/** Queued sections, so that threads never wait for the main thread. */
const SECTIONS_PER_THREAD = 3;

export interface SurveyRun extends SurveyOptions {
  /** Paths of archives; each may be a folder, a WARC file, or NDJSON. */
  readonly files: readonly string[];
  readonly format: SurveyFormat;
  /** Default: one per core. */
  readonly threads?: number | undefined;
}

export interface SurveyedPart
  extends Pick<SurveyedSection, 'rows' | 'skipped' | 'faults' | 'faultCount'> {
  /** Rows in the format of the run. Parquet rows are counted before they are written. */
  readonly bytes: Uint8Array;
  readonly tallies: PlainTallies;
}

/** Yields the surveyed parts, with each entry exactly once. Throws an InputError if a file is not an archive. */
export async function* surveyArchives(
  { files, format, threads, ...options }: SurveyRun,
  system: System = nodeSystem,
): AsyncGenerator<SurveyedPart> {
  const work = { options, format };
  // More threads than sections would be idle.
  const count = Math.min(threads ?? system.cores(), await sectionCount(files));
  const pool = new Pool<SectionTask, SurveyedSection>(new SectionSurvey(work), {
    threads: Math.max(1, count) - 1,
    tasksPerThread: SECTIONS_PER_THREAD,
    startThreads: system.startThreads,
    kind: 'survey',
    work,
  });
  const writer = await rowWriter(format);
  try {
    await pool.start();
    for await (const section of surveyedSections(files, pool)) {
      const { rows, tallies, skipped, faults, faultCount } = section;
      yield { bytes: writer.add(section), rows, tallies, skipped, faults, faultCount };
    }
    const bytes = writer.finish();
    yield { bytes, rows: 0, tallies: {}, skipped: 0, faults: [], faultCount: 0 };
  } finally {
    await pool.close();
  }
}

async function sectionCount(files: readonly string[]): Promise<number> {
  let count = 0;
  for (const file of files) count += (await sectionsOf(file)).length;
  return count;
}

async function sectionsOf(file: string): Promise<readonly Section[]> {
  const archive = await openArchive(file);
  const sections = archive.sections(SECTION_BYTES);
  archive.close();
  return sections;
}

/**
 * The reader guesses where the first entry of a section starts, which a body could forge. The guess is correct if the
 * previous section ended there; otherwise the section is read again from the correct offset.
 */
export async function* surveyedSections(
  files: readonly string[],
  runner: Runner<SectionTask, SurveyedSection>,
): AsyncGenerator<SurveyedSection> {
  for (const file of files) {
    /** Offset of the next entry; undefined if damage hides it. */
    let expected: number | undefined = 0;
    let lines = 0;
    const results = inOrder(asyncOf(await sectionsOf(file)), runner.ahead, async (section) => ({
      section,
      guessed: await runner.run({ file, section }),
    }));
    for await (const { section, guessed } of results) {
      if (expected !== undefined && expected >= section.to) continue;
      const isCorrect = expected === undefined || guessed.began === expected;
      const surveyed: SurveyedSection = isCorrect
        ? guessed
        : await runner.run({ file, section: { ...section, from: expected ?? 0, exact: true } });
      expected = surveyed.ended;
      const linesBefore = lines;
      lines += surveyed.lines;
      const faults = surveyed.faults.map((fault) =>
        fault.line === undefined ? fault : { ...fault, line: fault.line + linesBefore },
      );
      yield { ...surveyed, faults };
    }
  }
}

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
