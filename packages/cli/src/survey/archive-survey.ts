/** Whole archives, section by section: several at once, and their results in the order of the archive. */
import type { Section } from '../archive/entry.js';
import { openArchive } from '../archive/open-archive.js';
import type { Runner } from '../threads/pool.js';
import type { SectionTask, SurveyedSection } from './section-survey.js';

/** A thread is busy for some hundredths of a second, and what is held of results is little. */
const SECTION_OCTETS = 512 * 1024;

export interface SurveyedPart extends SurveyedSection {
  readonly file: string;
}

/** How many sections archives have: more threads than that have nothing to do. */
export async function sectionCount(files: readonly string[]): Promise<number> {
  let count = 0;
  for (const file of files) count += (await sectionsOf(file)).length;
  return count;
}

async function sectionsOf(file: string): Promise<readonly Section[]> {
  const archive = await openArchive(file);
  const sections = archive.sections(SECTION_OCTETS);
  archive.close();
  return sections;
}

/**
 * What the sections of archives hold, in order, each entry once. Where a section begins in the middle of a file is a guess
 * of its reader, which a body might mislead: it holds where the section before ended there, and is read again where not.
 */
export async function* surveyArchives(
  files: readonly string[],
  runner: Runner<SectionTask, SurveyedSection>,
): AsyncGenerator<SurveyedPart> {
  for (const file of files) {
    const sections = await sectionsOf(file);
    /** Where the next entry begins; undefined where that was lost with what is broken. */
    let expected: number | undefined = 0;
    let lines = 0;
    for await (const [section, first] of inOrder(sections, file, runner)) {
      if (expected !== undefined && expected >= section.to) continue;
      const holds = expected === undefined || first.began === expected;
      const surveyed: SurveyedSection = holds
        ? first
        : await runner.run({ file, section: { ...section, from: expected ?? 0, exact: true } });
      expected = surveyed.ended;
      yield { ...surveyed, file, faults: surveyed.faults.map((fault) => laterBy(fault, lines)) };
      lines += surveyed.lines;
    }
  }
}

function laterBy<Numbered extends { readonly line?: number }>(
  fault: Numbered,
  lines: number,
): Numbered {
  return fault.line === undefined ? fault : { ...fault, line: fault.line + lines };
}

async function* inOrder(
  sections: readonly Section[],
  file: string,
  runner: Runner<SectionTask, SurveyedSection>,
): AsyncGenerator<[Section, SurveyedSection]> {
  const begun: [Section, Promise<SurveyedSection>][] = [];
  const rest = sections.values();
  for (;;) {
    while (begun.length < runner.ahead) {
      const { done, value } = rest.next();
      if (done === true) break;
      const task: SectionTask = { file, section: value };
      const result = runner.run(task);
      // It is waited for later, and fails there.
      result.catch(() => {});
      begun.push([value, result]);
    }
    const first = begun.shift();
    if (first === undefined) return;
    yield [first[0], await first[1]];
  }
}
