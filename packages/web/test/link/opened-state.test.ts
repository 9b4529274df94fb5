import { expect, test } from 'vitest';
import { writeFragment } from '../../src/link/codec.js';
import { openedState } from '../../src/link/opened-state.js';
import { initialState } from '../../src/state/app-state.js';

test('without a fragment the page begins with the example, in the language of the reader', async () => {
  expect(await openedState('', 'ja')).toEqual(initialState('ja'));
  expect(await openedState('#', 'tr')).toEqual(initialState('tr'));
});

test('a fragment says the state, and a bad one what is wrong with it', async () => {
  const state = { ...initialState('tr'), urls: '/x', view: 'diff' as const };
  expect(await openedState(writeFragment(state), 'en')).toEqual(state);
  expect(await openedState('#top', 'en')).toEqual({
    ...initialState('en'),
    linkProblem: 'damaged',
  });
});
