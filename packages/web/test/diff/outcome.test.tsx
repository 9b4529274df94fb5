import { expect, test } from 'vitest';
import { type Comparison, compare } from '../../src/diff/comparison.js';
import { Outcome } from '../../src/diff/outcome.js';
import { en } from '../../src/messages/en.js';
import { showInApp } from '../support/show-in-app.js';

async function said(comparison: Comparison | 'failed' | undefined): Promise<string | undefined> {
  const { root } = await showInApp(<Outcome comparison={comparison} />);
  return root.querySelector('[role=status]')?.textContent ?? undefined;
}

const blocked = compare({
  before: '',
  after: 'User-agent: *\nDisallow: /x\n',
  dialect: 'rfc9309',
});

test('equivalence is said to be proved', async () => {
  expect(await said({ equivalent: true, complete: true, changes: [] })).toMatch(
    /^Equivalent.*proved.*no URL/,
  );
});

test('what is not decided is not said to be equivalent', async () => {
  expect(await said({ equivalent: 'undecided', complete: false, changes: [] })).toMatch(
    /^Undecided.*may be one/,
  );
});

test('changes are counted, and whether they are all is said', async () => {
  expect(await said(blocked)).toMatch(/block: 1.*allow: 0.*proved to be all/);
  expect(await said({ ...blocked, complete: false })).toMatch(/there may be more/);
  expect(await said(undefined)).toBe('Comparing …');
  expect(await said('failed')).toBe(en.failed);
});
