import { expect, test } from 'vitest';
import { initialState, VIEW_NAMES } from '../../src/state/app-state.js';

test('the page begins with the first view, the reading of RFC 9309 and a choice of the example', () => {
  const state = initialState('ja');
  expect(state).toMatchObject({ view: VIEW_NAMES[0], dialect: 'rfc9309', language: 'ja' });
  expect(state.urls.split('\n')).toContain(state.chosen?.url);
  expect(state.productTokens).toContain(state.chosen?.productToken);
});
