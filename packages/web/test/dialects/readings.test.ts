import { dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { DIALECT_NAMES, disagreements, readingsOf, rowsOf } from '../../src/dialects/readings.js';

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

const robotsTxt = 'User-agent: a\nDisallow: /x\nAllow: /x/y\nDisallow: /*.pdf$\n';

describe('disagreements', () => {
  test('are found with a witness, on each of which the dialects do disagree', () => {
    const { witnesses } = disagreements({ robotsTxt, productToken: 'a' });
    expect(witnesses).toContain('/x/y');
    expect(witnesses.some((witness) => witness.includes('.pdf'))).toBe(true);
    const rows = rowsOf(readingsOf(robotsTxt), witnesses, 'a');
    expect(rows.filter(({ differs }) => !differs)).toEqual([]);
    expect(new Set(witnesses).size).toBe(witnesses.length);
  });

  test('are about the crawler that is asked for, whatever else the linter finds', () => {
    expect(disagreements({ robotsTxt, productToken: 'b' }).witnesses).toEqual([]);
  });

  test('that are not there are proved not to be', () => {
    expect(disagreements({ robotsTxt: '', productToken: 'a' })).toEqual({
      witnesses: [],
      complete: true,
    });
  });
});
