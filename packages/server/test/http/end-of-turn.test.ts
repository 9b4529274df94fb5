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
