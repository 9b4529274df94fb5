import { expect, test } from 'vitest';
import { EndOfTurn } from '../../src/http/end-of-turn.js';

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
  const began = Date.now();
  while (Date.now() - began < 15);
  endOfTurn.add(() => done.push('second'));
  expect(done).toEqual(['first', 'second']);
  await turn();
  expect(done).toEqual(['first', 'second']);
});
