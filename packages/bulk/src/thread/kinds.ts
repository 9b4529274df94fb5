/** The kinds of work that threads run. */
import type { SiftOptions } from '../audit/sift.js';
import { InputError } from '../bytes/input-error.js';
import type { FilterWork } from '../filter/filter-runner.js';
import type { SurveyWork } from '../survey/batch-survey.js';
import type { Reply, Runner } from '../threads/pool.js';

/** By the name of a kind: opens what runs its tasks. Each kind loads only the modules that it needs. */
export const KINDS = {
  async filter(work: FilterWork) {
    const { openFilterRunner } = await import('../filter/filter-runner.js');
    return await openFilterRunner(work);
  },
  async sift(work: SiftOptions) {
    const { sifter } = await import('../audit/sift.js');
    return sifter(work);
  },
  async survey(work: SurveyWork) {
    const { batchSurvey } = await import('../survey/batch-survey.js');
    return batchSurvey(work);
  },
};

/** Returns a function that replies to one task after the other. */
export function repliesOf<Task, Result>(open: () => Promise<Runner<Task, Result>>): (task: Task) => Promise<Reply<Result>> {
  let opening: Promise<Runner<Task, Result>> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const replyTo = async (task: Task): Promise<Reply<Result>> => {
    try {
      opening ??= open();
      return { result: await (await opening).run(task) };
    } catch (error) {
      if (error instanceof InputError) return { inputError: error.message };
      throw error;
    }
  };
  return (task) => {
    const replying = last.then(() => replyTo(task));
    last = replying.catch(() => {});
    return replying;
  };
}
