/** The file that threads run. Each export is a kind of work, which takes one task after the other. */
import { Tinypool } from 'tinypool';
import type { Runner } from '../threads/pool.js';
import { buffersOf } from '../threads/threads.js';
import { KINDS, repliesOf } from './kinds.js';

export const filter = tasksOf(KINDS.filter);
export const sift = tasksOf(KINDS.sift);
export const survey = tasksOf(KINDS.survey);

function tasksOf<Work, Task, Result>(open: (work: Work) => Promise<Runner<Task, Result>>) {
  const replyTo = repliesOf(() => open(Tinypool.workerData as Work));
  return async (task: Task): Promise<unknown> => {
    const reply = await replyTo(task);
    return Tinypool.move({
      [Tinypool.transferableSymbol]: 'result' in reply ? buffersOf(reply.result) : [],
      [Tinypool.valueSymbol]: reply,
    } as never);
  };
}
