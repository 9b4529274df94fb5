/** The reports of the runner, on a case that an implementation decides wrongly and rightly. */
import { describe, expect, test } from 'vitest';
import { REPORTS } from '../runner/report.mjs';
import { runCases } from '../runner/run.mjs';
import { allCases } from '../runner/suite.mjs';

const ID = 'rfc9309/2.2.3/star-nothing/rfc9309';
const CASE = allCases().find(({ id }) => id === ID);

/** Returns the report on an implementation that gives this verdict; the case expects `true`. */
async function report(format: string, allowed: boolean): Promise<string> {
  if (CASE === undefined) throw new Error(`No case has the ID ${ID}.`);
  const implementation = { ask: async () => ({ allowed }), close: () => {}, peakMiB: 0 };
  return REPORTS[format]?.(await runCases([CASE], [implementation]), {}) ?? '';
}

describe('a wrong verdict is a failure', () => {
  test('as text, with the reason and the clause', async () => {
    const text = await report('text', false);
    expect(text).toContain(`FAILED ${ID}: found allowed: false,`);
    expect(text).toContain('* matches any run of bytes');
    expect(text).toContain('https://www.rfc-editor.org/rfc/rfc9309#section-2.2.3');
    expect(text).toMatch(/^0 passed, 1 failed$/m);
  });

  test('in JUnit, JSON, Markdown and the badge', async () => {
    expect(await report('junit', false)).toMatch(/tests="1" failures="1"[\s\S]*<failure type="failed"/);
    expect(JSON.parse(await report('json', false))).toMatchObject({
      tags: { 'rfc9309-must': { cases: 1, failed: 1 } },
      results: [{ id: ID, status: 'failed' }],
    });
    expect(await report('markdown', false)).toContain('| rfc9309-must | 1 | 0 | 1 | 0 | 0 |');
    expect(await report('badge', false)).toContain('RFC 9309: 0 of 1');
  });
});

test.each(Object.keys(REPORTS))('a right verdict is not a failure in the report %s', async (format) => {
  expect(await report(format, true)).not.toMatch(/FAILED|<failure|0 of 1/);
});
