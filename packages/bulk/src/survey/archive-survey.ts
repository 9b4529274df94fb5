/** Facts about every robots.txt of whole archives: several sections at once, the results in the order of the archive. */

import { inOrder } from '@repkit/client/in-order';
import type { Section } from '../archive/entry.js';
import { openArchive } from '../archive/open-archive.js';
import { nodeSystem, type System } from '../system.js';
import { Pool } from '../threads/pool.js';
import type { Runner } from '../threads/thread-port.js';
import { rowWriter } from './row-writer.js';
import {
  SectionSurvey,
  type SectionTask,
  type SurveyedSection,
  type SurveyFormat,
} from './section-survey.js';
import type { SurveyOptions } from './surveyor.js';
import type { PlainTallies } from './tallies.js';

/** A section keeps a thread busy for some hundredths of a second, and its results take little memory. */
const SECTION_BYTES = 512 * 1024;
/** Sections queued per thread, so that it never waits for this one. */
const SECTIONS_A_THREAD = 3;

export interface SurveyRun extends SurveyOptions {
  /** Paths of archives; each may be a folder, a WARC file, NDJSON, or a SQLite store of the client. */
  readonly files: readonly string[];
  readonly format: SurveyFormat;
  /** Default: one per core. */
  readonly threads?: number | undefined;
}

export interface SurveyedPart
  extends Pick<SurveyedSection, 'rows' | 'skipped' | 'faults' | 'faultCount'> {
  /** Rows in the format of the run. With Parquet they come later than they are counted. */
  readonly bytes: Uint8Array;
  readonly tallies: PlainTallies;
}

/** Yields each entry once. Throws an InputError for a file that is not an archive. */
export async function* surveyArchives(
  { files, format, threads, ...options }: SurveyRun,
  system: System = nodeSystem,
): AsyncGenerator<SurveyedPart> {
  const work = { options, format };
  const count = Math.min(threads ?? system.cores(), await sectionCount(files));
  const pool = new Pool<SectionTask, SurveyedSection>(
    new SectionSurvey(work),
    { threads: Math.max(1, count) - 1, tasksAThread: SECTIONS_A_THREAD },
    () => system.startThread({ kind: 'survey', ...work }),
  );
  const writer = await rowWriter(format);
  try {
    pool.start();
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

/** The number of sections; more threads than that have nothing to do. */
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
 * The start of a section in the middle of a file is a guess of its reader, which a body might mislead. The guess holds if
 * the section before ended there; otherwise the section is read again from the right place.
 */
export async function* surveyedSections(
  files: readonly string[],
  runner: Runner<SectionTask, SurveyedSection>,
): AsyncGenerator<SurveyedSection> {
  for (const file of files) {
    /** Where the next entry begins; undefined if a damaged part hides it. */
    let expected: number | undefined = 0;
    let lines = 0;
    const begun = inOrder(each(await sectionsOf(file)), runner.ahead, async (section) => ({
      section,
      guessed: await runner.run({ file, section }),
    }));
    for await (const { section, guessed } of begun) {
      if (expected !== undefined && expected >= section.to) continue;
      const holds = expected === undefined || guessed.began === expected;
      const surveyed: SurveyedSection = holds
        ? guessed
        : await runner.run({ file, section: { ...section, from: expected ?? 0, exact: true } });
      expected = surveyed.ended;
      const before = lines;
      lines += surveyed.lines;
      yield { ...surveyed, faults: surveyed.faults.map((fault) => laterBy(fault, before)) };
    }
  }
}

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

function laterBy<Numbered extends { readonly line?: number }>(
  fault: Numbered,
  lines: number,
): Numbered {
  return fault.line === undefined ? fault : { ...fault, line: fault.line + lines };
}
