import { KINDS, repliesOf } from '../../src/thread/kinds.js';
import type { Runner } from '../../src/threads/pool.js';
import type { System } from '../../src/threads/system.js';
import { buffersOf, type StartThreads } from '../../src/threads/threads.js';

/** Runs the work of threads in this process. As with threads, tasks and results are copies, and bytes are moved. */
const startInProcess: StartThreads = async ({ threads, kind, work }) => {
  const open = KINDS[kind as keyof typeof KINDS] as (work: unknown) => Promise<Runner<unknown, unknown>>;
  const replyTo = Array.from({ length: threads }, () => repliesOf(() => open(structuredClone(work))));
  let next = 0;
  return {
    async run(task) {
      const reply = replyTo[next % threads];
      next += 1;
      return await reply?.(structuredClone(task, { transfer: buffersOf(task) }));
    },
    close: async () => {},
  };
};

/** A system with this number of cores, whose threads run in this process. */
export function fakeSystem(cores = 1, startThreads = startInProcess): System {
  return { cores: () => cores, startThreads };
}
