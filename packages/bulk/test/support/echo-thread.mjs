/** A thread for the tests of the pool. */
import { Tinypool } from 'tinypool';

export async function echo(task) {
  if (task === 13) return { inputError: 'not this one: take another.' };
  if (task === 14) throw new RangeError('a bug');
  if (task === 15) {
    setImmediate(() => {
      throw new Error('out of memory');
    });
    return await new Promise(() => {});
  }
  return { result: `${Tinypool.workerData} ${task}` };
}
