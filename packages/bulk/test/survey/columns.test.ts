import { expect, test } from 'vitest';
import { COLUMN_NAMES, COLUMNS } from '../../src/survey/columns.js';

test('the columns begin with whose file it is and who asks', () => {
  expect(COLUMN_NAMES.slice(0, 3)).toEqual(['site', 'url', 'token']);
  expect(COLUMN_NAMES).toEqual(Object.keys(COLUMNS));
});
