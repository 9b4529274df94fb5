/** Runs every case in cases/, file by file. */
import { describe, expect, test } from 'vitest';
import { checkWithCore } from '../src/core-check.js';
import { caseFiles, loadCases } from '../src/load.js';
import { runCases } from '../src/run.js';

describe.each(caseFiles())('cases/%s.ndjson', (name) => {
  const cases = loadCases(name);

  test(`passes ${cases.length} cases`, { timeout: 60_000 }, () => {
    const failures = runCases(cases, checkWithCore).map(({ id, message }) => `${id}: ${message}`);
    expect(failures).toEqual([]);
  });
});
