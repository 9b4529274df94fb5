/** What a thread is started for. */

import type { FileOpener } from '../file-bytes.js';
import type { FixedWork } from '../filter/answering.js';
import type { SurveyWork } from '../survey/section-survey.js';
import type { Runner } from './thread-port.js';

/** As it is sent to a thread. */
export type ThreadWork =
  | ({ readonly kind: 'filter' } & FixedWork)
  | ({ readonly kind: 'survey' } & SurveyWork);

/** What does it; a thread loads no more than that. */
export async function openWork(work: ThreadWork, io: FileOpener): Promise<Runner<never, unknown>> {
  if (work.kind === 'survey') {
    const { SectionSurvey } = await import('../survey/section-survey.js');
    return new SectionSurvey(work);
  }
  const { fixedAnswering } = await import('../filter/answering.js');
  return await fixedAnswering(work, io);
}
