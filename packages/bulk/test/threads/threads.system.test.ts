import { expect, onTestFinished, test } from 'vitest';
import { InputError } from '../../src/bytes/input-error.js';
import { Pool, type Runner } from '../../src/threads/pool.js';
import { buffersOf, startThreadsOf } from '../../src/threads/threads.js';

const startThreads = startThreadsOf(new URL('../support/echo-thread.mjs', import.meta.url));

/** Does what `echo` of the thread does. */
const OWN: Runner<number, string> = {
  ahead: 1,
  run: async (task) => {
    if (task === 13) throw new InputError('not this one: take another.');
    if (task === 14) throw new RangeError('a bug');
    return `own ${task}`;
  },
  close: async () => {},
};

function poolOf(threads: number) {
  const pool = new Pool(OWN, {
    threads,
    tasksPerThread: 2,
    startThreads,
    kind: 'echo',
    work: 'other',
  });
  onTestFinished(() => pool.close());
  return pool;
}

const TASKS = Array.from({ length: 100 }, (_, index) => 100 + index);

test('runs each task once, on threads and, while they are busy, on the calling thread', async () => {
  const pool = poolOf(2);
  await pool.start();
  const done = await Promise.all(TASKS.map((task) => pool.run(task)));
  expect(done.map((text) => Number(text.split(' ')[1]))).toEqual(TASKS);
  expect(done.slice(0, 5).map((text) => text.split(' ')[0])).toEqual([...['other', 'other', 'other', 'other', 'own']]);
});

test('runs everything on the calling thread before start()', async () => {
  const pool = poolOf(2);
  const done = await Promise.all(TASKS.map((task) => pool.run(task)));
  expect(done.every((text) => text.startsWith('own'))).toBe(true);
});

test.each([0, 1])('with %i threads: input errors and defects reject their task only', async (threads) => {
  const pool = poolOf(threads);
  await pool.start();
  await expect(pool.run(13)).rejects.toThrow(InputError);
  await expect(pool.run(14)).rejects.toThrow('a bug');
  expect(await pool.run(1)).toMatch(/1$/);
});

test('rejects the tasks of a thread that terminates', async () => {
  const pool = poolOf(1);
  await pool.start();
  await expect(pool.run(15)).rejects.toThrow('out of memory');
});

test('closing rejects the tasks that threads have not finished', async () => {
  const pool = poolOf(1);
  await pool.start();
  const waiting = expect(pool.run(1)).rejects.toThrow('Terminating');
  await pool.close();
  await waiting;
});

test('transfers the memory of bytes and of objects with bytes', () => {
  const bytes = new Uint8Array(1);
  expect(buffersOf(bytes)).toEqual([bytes.buffer]);
  expect(buffersOf({ bytes })).toEqual([bytes.buffer]);
  expect(buffersOf(bytes.subarray(1))).toEqual([]);
  expect([buffersOf({ text: '' }), buffersOf(undefined)]).toEqual([[], []]);
});
