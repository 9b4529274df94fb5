/** A thread of `repkit survey`: takes sections, and gives back what they hold. */
import { parentPort, workerData } from 'node:worker_threads';
import { CommandError } from './command-error.js';
import type { ThreadAnswer, ThreadData } from './survey/crew.js';
import { SectionSurvey, type SectionTask } from './survey/section-survey.js';

const { options, format }: ThreadData = workerData;
const survey = new SectionSurvey(options, format);

parentPort?.on('message', async (task: SectionTask) => {
  parentPort?.postMessage(await answerTo(task));
});

async function answerTo(task: SectionTask): Promise<ThreadAnswer> {
  try {
    return { surveyed: await survey.survey(task) };
  } catch (error) {
    const isOurs = !(error instanceof CommandError);
    const problem =
      error instanceof Error ? (isOurs && error.stack) || error.message : String(error);
    return { problem, isOurs };
  }
}
