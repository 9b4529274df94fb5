/** Runs every case in cases/, file by file. */
import { describe, expect, test } from 'vitest';
import { checkWithCore } from '../src/core-check.js';
import { caseFiles, loadCases, pageFiles, runPageCases } from '../src/load.js';
import { runPageFile } from '../src/page-cases.js';
import { runCases } from '../src/run.js';

describe.each(caseFiles())('cases/%s.ndjson', (name) => {
  const cases = loadCases(name);

  test(`passes ${cases.length} cases`, () => {
    const failures = runCases(cases, checkWithCore).map(({ id, message }) => `${id}: ${message}`);
    expect(failures).toEqual([]);
  });
});

/** The least number of cases per file. */
const LEAST = { aipref: 60, 'content-signals': 40, 'page-rules': 80, 'rsl-tdmrep': 30 };

test('there is a file for each mechanism', () => {
  expect(pageFiles()).toEqual(Object.keys(LEAST));
});

describe.each(Object.entries(LEAST))('cases/%s.ndjson', (name, least) => {
  test('passes', () => {
    const { count, failures } = runPageCases(name);
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(least);
  });
});

test('a case about preferences that expects something else fails', () => {
  const wrong = { id: 'aipref/1/x', clause: '1', body: '', expected: { allowed: false } };
  const { failures } = runPageFile(JSON.stringify(wrong), 'aipref');
  expect(failures).toEqual([{ id: 'aipref/1/x', message: 'expected allowed false, found true' }]);
});

test('an invalid case about page-level rules is reported with its line', () => {
  expect(() => runPageFile('\n{"id": "page-rules/a/b", "clause": "1"}', 'page-rules')).toThrow(
    'page-rules.ndjson:2: nothing is expected',
  );
});
