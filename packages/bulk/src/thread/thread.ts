/** The file that threads run. Each export is a kind of work, which takes one task after the other. */
import { Tinypool } from 'tinypool';
import { InputError } from '../bytes/input-error.js';
import type { FilterWork } from '../filter/filter-runner.js';
import type { SurveyWork } from '../survey/section-survey.js';
import { buffersOf, type Reply, type Runner } from '../threads/pool.js';

// Each kind loads only the modules that it needs.
export const filter = tasksOf(async (work: FilterWork) => {
  const { openFilterRunner } = await import('../filter/filter-runner.js');
  return await openFilterRunner(work);
});

export const survey = tasksOf(async (work: SurveyWork) => {
  const { SectionSurvey } = await import('../survey/section-survey.js');
  return new SectionSurvey(work);
});

function tasksOf<Work, Task, Result>(open: (work: Work) => Promise<Runner<Task, Result>>) {
  let opening: Promise<Runner<Task, Result>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const replyTo = async (task: Task): Promise<Reply<Result>> => {
    try {
      opening ??= open(Tinypool.workerData as Work);
      return { result: await (await opening).run(task) };
    } catch (error) {
      if (error instanceof InputError) return { inputError: error.message };
      throw error;
    }
  };
  return async (task: Task): Promise<unknown> => {
    const replying = last.then(() => replyTo(task));
    last = replying.catch(() => {});
    const reply = await replying;
    return Tinypool.move({
      [Tinypool.transferableSymbol]: 'result' in reply ? buffersOf(reply.result) : [],
      [Tinypool.valueSymbol]: reply,
    } as never);
  };
}
