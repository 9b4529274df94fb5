/** The kinds of work of a thread. */
import type { FileOpener } from '../bytes/file-bytes.js';
import type { FilterWork } from '../filter/filter-runner.js';
import type { SurveyWork } from '../survey/section-survey.js';
import type { Runner } from '../threads/thread-port.js';

/** Plain data, which is sent to a thread. */
export type ThreadWork =
  | ({ readonly kind: 'filter' } & FilterWork)
  | ({ readonly kind: 'survey' } & SurveyWork);

/** Loads only the modules that the work needs. */
export async function openWork(work: ThreadWork, io: FileOpener): Promise<Runner<never, unknown>> {
  if (work.kind === 'survey') {
    const { SectionSurvey } = await import('../survey/section-survey.js');
    return new SectionSurvey(work);
  }
  const { openFilterRunner } = await import('../filter/filter-runner.js');
  return await openFilterRunner(work, io);
}
