/** What a thread is started for. */
import type { FixedWork } from '../bulk/answering.js';
import type { Io } from '../io.js';
import type { SurveyWork } from '../survey/section-survey.js';
import type { Runner } from './pool.js';

/** As it is sent to a thread. */
export type ThreadWork =
  | ({ readonly kind: 'filter' } & FixedWork)
  | ({ readonly kind: 'survey' } & SurveyWork);

/** What does it; a thread loads no more than that. */
export async function openWork(
  work: ThreadWork,
  io: Pick<Io, 'openFile'>,
): Promise<Runner<never, unknown>> {
  if (work.kind === 'survey') {
    const { SectionSurvey } = await import('../survey/section-survey.js');
    return new SectionSurvey(work);
  }
  const { fixedAnswering } = await import('../bulk/answering.js');
  return await fixedAnswering(work, io);
}
