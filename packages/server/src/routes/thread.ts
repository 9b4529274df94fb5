/** What a thread of the pool runs: the work that would block other requests. */
import { Problem } from '../http/problem.js';
import { checkFileToJson } from '../work/check-file.js';
import type { Task, TaskName, TaskResult } from '../work/threads.js';
import { changesOf } from './diff.js';
import { formattedOf } from './format.js';
import { initResultOf } from './init.js';
import { diagnosticsOf } from './lint.js';
import { statementsOf } from './page.js';

/** Each gets the input that the route passes to the pool under this name. */
const TASKS: Readonly<Record<TaskName, (input: never) => unknown>> = {
  check: checkFileToJson,
  diff: changesOf,
  format: formattedOf,
  init: initResultOf,
  lint: diagnosticsOf,
  page: statementsOf,
};

export async function run({ name, input }: Task): Promise<TaskResult> {
  try {
    return { result: await TASKS[name](input as never) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.problem, detail: error.message, locations: error.locations };
  }
}
