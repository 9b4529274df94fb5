import { expect, onTestFinished, test } from 'vitest';
import { InputError } from '../../src/bytes/input-error.js';
import { Pool, type Thread } from '../../src/threads/pool.js';
import { type Port, type Runner, serveTasks } from '../../src/threads/thread-port.js';

/** Returns the name of the runner with the task. */
function runner(name: string): Runner<number, string> {
  return {
    ahead: 1,
    run: async (task) => {
      if (task === 13) throw new InputError('not this one: take another.');
      if (task === 14) throw new RangeError('a bug');
      return `${name} ${task}`;
    },
    close: async () => {},
  };
}

function threadOf(work: Runner<number, string>): Thread {
  const { port1, port2 } = new MessageChannel();
  serveTasks(Promise.resolve(work), port2 as unknown as Port);
  return Object.assign(port1, { terminate: () => port1.close() }) as unknown as Thread;
}

function poolOf(threads: number, startThread = () => threadOf(runner('other'))) {
  const pool = new Pool(runner('own'), { threads, tasksPerThread: 2 }, startThread);
  onTestFinished(() => pool.close());
  return pool;
}

const TASKS = Array.from({ length: 100 }, (_, index) => 100 + index);

test('runs each task once, on threads and, while they are busy, on the calling thread', async () => {
  const pool = poolOf(2);
  pool.start();
  const done = await Promise.all(TASKS.map((task) => pool.run(task)));
  expect(done.map((text) => Number(text.split(' ')[1]))).toEqual(TASKS);
  expect(done.slice(0, 5).map((text) => text.split(' ')[0])).toEqual([
    ...['other', 'other', 'other', 'other', 'own'],
  ]);
  expect(done.filter((text) => text.startsWith('other')).length).toBeGreaterThan(4);
});

test('runs everything on the calling thread before start()', async () => {
  const pool = poolOf(2);
  const done = await Promise.all(TASKS.map((task) => pool.run(task)));
  expect(done.every((text) => text.startsWith('own'))).toBe(true);
});

test.each([0, 1])(
  'with %i threads: input errors and defects reject their task only',
  async (threads) => {
    const pool = poolOf(threads);
    pool.start();
    await expect(pool.run(13)).rejects.toThrow(InputError);
    await expect(pool.run(14)).rejects.toThrow('a bug');
    expect(await pool.run(1)).toMatch(/1$/);
  },
);

test('rejects the tasks of a thread that terminates', async () => {
  let fail = (_error: unknown): void => {};
  const pool = poolOf(1, () => ({
    postMessage() {},
    on(event: string, listener: (value: unknown) => void) {
      if (event === 'error') fail = listener;
    },
    terminate() {},
  }));
  pool.start();
  const waiting = pool.run(1);
  fail(new Error('out of memory'));
  await expect(waiting).rejects.toThrow('out of memory');
  await expect(pool.run(2)).rejects.toThrow('out of memory');
});
