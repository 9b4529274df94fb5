import { expect, inject, test } from 'vitest';
import { PoliciesTable } from '../../src/live/policies-table.js';
import { showInApp } from '../support/show-in-app.js';

test('each policy has its reading of the same answer: 403 is forbidden in 1996 alone', async () => {
  const { closed } = inject('live').answers;
  const { root } = await showInApp(<PoliciesTable policies={closed.policies} />);
  const rows = [...root.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(0, 3).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['RFC 9309', 'unavailable', 'everything'],
    ['Google', 'unavailable', 'everything'],
    ['Google, as of 2026', 'unavailable', 'everything'],
    ['Draft of 1996', 'forbidden', 'nothing'],
  ]);
});
