import { expect, test } from 'vitest';
import { Facts } from '../../src/live/facts.js';
import { BUSY, REDIRECTED, WRONG_TYPE } from '../support/recorded-answers.js';
import { showInApp } from '../support/show-in-app.js';

async function namesOf(provenance: typeof BUSY.provenance) {
  const { root } = await showInApp(<Facts provenance={provenance} />);
  const names = [...root.querySelectorAll('dt')].map(({ textContent }) => textContent);
  return { root, names };
}

test('a copy has its life and what was received', async () => {
  const { root, names } = await namesOf(REDIRECTED.provenance);
  expect(names).toEqual([
    ...['Fetched', 'Fresh until', 'Next request', 'Comes from', 'Size', 'Character set'],
    'Media type',
  ]);
  expect(root.textContent).toContain('the site');
  expect(root.textContent).toContain('100 octets');
  expect(root.querySelector('.live-warning')).toBeNull();
});

test('what is unreachable has since when, and no copy', async () => {
  const { names } = await namesOf(BUSY.provenance);
  expect(names).toEqual(['Fetched', 'Unreachable since', 'Next request', 'Comes from']);
});

test('what is odd about the copy is said', async () => {
  const { root } = await namesOf({ ...WRONG_TYPE.provenance, stale: true });
  const warnings = [...root.querySelectorAll('.live-warning')].map(
    ({ textContent }) => textContent,
  );
  expect(warnings).toEqual([expect.stringMatching(/stale/), expect.stringMatching(/text\/plain/)]);
});
