import { expect, inject, test } from 'vitest';
import { Facts } from '../../src/live/facts.js';
import type { Provenance } from '../../src/live/robots-answer.js';
import { showInApp } from '../support/show-in-app.js';

const { busy, page, shop } = inject('live').answers;

async function namesOf(provenance: Provenance) {
  const { root } = await showInApp(<Facts provenance={provenance} />);
  const names = [...root.querySelectorAll('dt')].map(({ textContent }) => textContent);
  return { root, names };
}

test('a copy has its life and what was received', async () => {
  const { root, names } = await namesOf(shop.provenance);
  expect(names).toEqual([
    ...['As of', 'Fresh until', 'Next request', 'Comes from', 'Size', 'Character set'],
    'Media type',
  ]);
  expect(root.textContent).toContain('the site');
  expect(root.textContent).toContain('132 octets');
  expect(root.querySelector('.live-warning')).toBeNull();
});

test('what is unreachable has since when, and no copy', async () => {
  const { names } = await namesOf(busy.provenance);
  expect(names).toEqual(['As of', 'Unreachable since', 'Next request', 'Comes from']);
});

test('what is odd about the copy is said', async () => {
  const { root } = await namesOf({ ...page.provenance, stale: true });
  const warnings = [...root.querySelectorAll('.live-warning')].map(
    ({ textContent }) => textContent,
  );
  expect(warnings).toEqual([expect.stringMatching(/stale/), expect.stringMatching(/text\/plain/)]);
});
