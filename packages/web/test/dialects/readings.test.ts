import { dialects } from '@repkit/core';
import { expect, test } from 'vitest';
import { DIALECT_NAMES, readingsOf, rowsOf } from '../../src/dialects/readings.js';

test('every dialect of the core reads the file, and a row in which they disagree is known', () => {
  expect(DIALECT_NAMES).toEqual(Object.keys(dialects));
  const readings = readingsOf('User-agent: a\nDisallow: /x\nAllow: /x/y\n');
  expect(rowsOf(readings, ['/x', '/x/y', '/'], 'a')).toEqual([
    { url: '/x', allowed: [false, false, false, false], differs: false },
    // The first rule that matches decides in the draft of 1996 (3.2.2).
    { url: '/x/y', allowed: [true, true, true, false], differs: true },
    { url: '/', allowed: [true, true, true, true], differs: false },
  ]);
});
