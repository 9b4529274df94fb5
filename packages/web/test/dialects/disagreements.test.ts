import { describe, expect, test } from 'vitest';
import { disagreements } from '../../src/dialects/disagreements.js';
import { readingsOf, rowsOf } from '../../src/dialects/readings.js';

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
