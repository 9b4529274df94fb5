import { expect, inject, test } from 'vitest';
import { PoliciesTable, UnreachableTable } from '../../src/live/policies.js';
import { showInApp } from '../support/show-in-app.js';

const { busy, closed, shop, unreadable } = inject('live').responses;

test('shows what applies while the site is unreachable', async () => {
  const { root } = await showInApp(<UnreachableTable {...busy} />);
  expect(root.querySelector('h2')?.textContent).toBe('While the site stays unreachable');
  expect(root.querySelector('.count')?.textContent).toBe('time since the first failed request');
  const rows = [...root.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent));
  const copy = 'the last good copy, or everything allowed';
  expect(rows).toEqual([
    ['Policy', 'At first', 'After 12 hr', 'After 30 days'],
    ['RFC 9309', 'everything disallowed', 'everything disallowed', copy],
    ['Google', 'everything disallowed', 'everything disallowed', copy],
    ['Google (2026)', 'everything disallowed', copy, 'everything allowed'],
    ['1996 draft', ...Array(3).fill('everything disallowed')],
    ['Amazonbot', copy, copy, 'everything allowed'],
    ['YandexBot', ...Array(3).fill('everything allowed')],
  ]);
});

test.each([shop, unreadable])('does not say that a site that responded is unreachable: $provenance.access', async (response) => {
  const { root } = await showInApp(<UnreachableTable {...response} />);
  expect(root.querySelector('h2')?.textContent).toBe('If the site becomes unreachable');
});

test('shows that no policy permits anything if the body is unreadable', async () => {
  const { root } = await showInApp(<PoliciesTable policies={unreadable.policies} />);
  const effects = [...root.querySelectorAll('.verdict')].map(({ textContent }) => textContent);
  expect(effects).toEqual(Array(6).fill('everything disallowed'));
});

test('shows the result per policy: only the 1996 draft forbids access after status 403', async () => {
  const { root } = await showInApp(<PoliciesTable policies={closed.policies} />);
  const rows = [...root.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(0, 3).map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['RFC 9309', 'No robots.txt (unavailable)', 'everything allowed'],
    ['Google', 'No robots.txt (unavailable)', 'everything allowed'],
    ['Google (2026)', 'No robots.txt (unavailable)', 'everything allowed'],
    ['1996 draft', 'Access to robots.txt is forbidden', 'everything disallowed'],
    ['Amazonbot', 'No robots.txt (unavailable)', 'everything allowed'],
    ['YandexBot', 'No robots.txt (unavailable)', 'everything allowed'],
  ]);
});
