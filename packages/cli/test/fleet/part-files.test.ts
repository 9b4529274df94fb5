import { expect, test } from 'vitest';
import { partFile, partFolder, runFolder } from '../../src/fleet/part-files.js';

test('a part is named by its run, input and piece', () => {
  const identity = {
    digest: '0123456789abcdef',
    octets: 1,
    pieceUrls: 1,
    policy: 'google',
    dialect: 'google',
    productTokens: [],
  };
  const folder = runFolder('parts', 'june', identity);
  expect(folder).toBe('parts/june-0123456789ab');
  expect(partFolder(folder, 12_345)).toBe('parts/june-0123456789ab/0012');
  expect(partFile(folder, 12_345)).toBe('parts/june-0123456789ab/0012/0012345.ndjson');
});
