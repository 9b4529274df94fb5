import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EndOfTurn } from '../../src/http/operation.js';

// A busy machine may stop a test for longer than a turn may take.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is left for the end of a turn is done there, in order; what comes meanwhile at the end of the next one', async () => {
  const endOfTurn = new EndOfTurn();
  const done: string[] = [];
  endOfTurn.add(() => {
    done.push('first');
    endOfTurn.add(() => done.push('third'));
  });
  endOfTurn.add(() => done.push('second'));
  await Promise.resolve();
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(['first', 'second']);
  await turn();
  expect(done).toEqual(['first', 'second', 'third']);
});

test('what waits in a turn that takes long is done before its end', async () => {
  const endOfTurn = new EndOfTurn();
  const done: string[] = [];
  endOfTurn.add(() => done.push('first'));
  vi.advanceTimersByTime(11);
  endOfTurn.add(() => done.push('second'));
  expect(done).toEqual(['first', 'second']);
  await turn();
  expect(done).toEqual(['first', 'second']);
});
