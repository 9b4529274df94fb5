import { expect, test } from 'vitest';
import { initialState, VIEW_NAMES } from '../../src/state/app-state.js';

test('the page begins with the first view, the reading of RFC 9309 and nothing chosen', () => {
  const state = initialState('ja');
  expect(state).toMatchObject({ view: VIEW_NAMES[0], dialect: 'rfc9309', language: 'ja' });
  expect([state.chosen, state.lit]).toEqual([undefined, undefined]);
});
