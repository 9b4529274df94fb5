import { expect, test } from 'vitest';
import { VIEW_NAMES } from '../../src/state/app-state.js';
import { VIEWS } from '../../src/views/views.js';

test('the views stand in the order of their names, each once', () => {
  const names = VIEWS.map(({ name }) => name);
  expect(names).toEqual(VIEW_NAMES.filter((name) => names.includes(name)));
  expect(names[0]).toBe('check');
});
