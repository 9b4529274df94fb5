import { expect, test } from 'vitest';
import { isFromFile } from '../src/input/read-robots.js';
import { fromFile, fromSite } from './support/check-results.js';

test('isFromFile distinguishes files from sites', async () => {
  expect(isFromFile(fromFile('').provenance)).toBe(true);
  expect(isFromFile((await fromSite({ status: 404 })).provenance)).toBe(false);
});
