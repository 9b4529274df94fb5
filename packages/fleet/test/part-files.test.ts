import { expect, test } from 'vitest';
import { partFile, partFolder, runFolder } from '../src/part-rows.js';

test('a part is named by its run, what that was given, and its piece', () => {
  const identity = {
    digest: '0123456789abcdef',
    bytes: 1,
    pieceUrls: 1,
    policy: 'google',
    dialect: 'google',
    productTokens: [],
  };
  const folder = runFolder('parts', 'june', identity);
  expect(folder).toMatch(/^parts\/june-[0-9a-f]{12}$/);
  expect(runFolder('parts', 'june', { ...identity })).toBe(folder);
  for (const other of [{ digest: 'f' }, { productTokens: ['a'] }, { policy: 'rfc9309' }]) {
    expect(runFolder('parts', 'june', { ...identity, ...other })).not.toBe(folder);
  }
  expect(partFolder('run', 12_345)).toBe('run/0012');
  expect(partFile('run', 12_345)).toBe('run/0012/0012345.ndjson');
});
