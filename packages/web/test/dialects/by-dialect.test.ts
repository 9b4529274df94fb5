import { dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import {
  DIALECT_NAMES,
  disagreements,
  parseInAllDialects,
  rowsOf,
} from '../../src/dialects/by-dialect.js';

test('rowsOf has a verdict per dialect and marks disagreements', () => {
  expect(DIALECT_NAMES).toEqual(Object.keys(dialects));
  const files = parseInAllDialects('User-agent: a\nDisallow: /x\nAllow: /x/y\n');
  expect(rowsOf(files, ['/x', '/x/y', '/'], 'a')).toEqual([
    { url: '/x', allowed: [false, false, false, false], differs: false },
    // The first matching rule decides in the 1996 draft (3.2.2).
    { url: '/x/y', allowed: [true, true, true, false], differs: true },
    { url: '/', allowed: [true, true, true, true], differs: false },
  ]);
});

const robotsTxt = 'User-agent: a\nDisallow: /x\nAllow: /x/y\nDisallow: /*.pdf$\n';

describe('disagreements', () => {
  test('have distinct witnesses on which the dialects differ', () => {
    const { witnesses } = disagreements({ robotsTxt, productToken: 'a' });
    expect(witnesses).toContain('/x/y');
    expect(witnesses.some((witness) => witness.includes('.pdf'))).toBe(true);
    const rows = rowsOf(parseInAllDialects(robotsTxt), witnesses, 'a');
    expect(rows.filter(({ differs }) => !differs)).toEqual([]);
    expect(new Set(witnesses).size).toBe(witnesses.length);
  });

  test('concern only the requested crawler', () => {
    expect(disagreements({ robotsTxt, productToken: 'b' }).witnesses).toEqual([]);
  });

  test('are proved absent for an empty file', () => {
    expect(disagreements({ robotsTxt: '', productToken: 'a' })).toEqual({
      witnesses: [],
      complete: true,
    });
  });
});
