import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EndOfTurn } from '../../src/http/operation.js';

// Fake time, because a busy machine may pause a test for longer than the limit of a turn.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('steps run in order at the end of the turn; steps added meanwhile run in the next turn', async () => {
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

test('steps do not wait for the end of a long turn', async () => {
  const endOfTurn = new EndOfTurn();
  const done: string[] = [];
  endOfTurn.add(() => done.push('first'));
  vi.advanceTimersByTime(11);
  endOfTurn.add(() => done.push('second'));
  expect(done).toEqual(['first', 'second']);
  await turn();
  expect(done).toEqual(['first', 'second']);
});
