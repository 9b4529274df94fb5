import type { Provenance } from '@repkit/client';
import { expect, inject, test } from 'vitest';
import { Facts, FetchDetails, Hops } from '../../src/live/fetch-details.js';
import { isRobotsResponse } from '../../src/state/robots-response.js';
import { showInApp } from '../support/show-in-app.js';

const { responses, origins, problem } = inject('live');
const { busy, shop } = responses;

test('shows nothing about a refused address, to which nothing was sent', async () => {
  const { root, change } = await showInApp(<FetchDetails />, { response: responses.refused });
  expect(root.textContent).toBe('');
  await change({ response: shop });
  expect([...root.querySelectorAll('h2')].map(({ id }) => id)).toEqual([
    ...['live-hops', 'live-facts', 'live-policies', 'live-unreachable'],
  ]);
});

test('shows the status and URL of each redirect and of the final response', async () => {
  const { root } = await showInApp(<Hops provenance={responses.shop.provenance} />);
  expect([...root.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    `301${origins.shop}/robots.txt`,
    `302${origins.shop}/old/robots.txt`,
    `200${origins.www}/robots.txt`,
  ]);
  expect(root.querySelector('.count')?.textContent).toBe('2 redirects');
});

test('gives the reason for a failed request', async () => {
  const { root } = await showInApp(<Hops provenance={responses.down.provenance} />);
  expect(root.querySelector('li')?.textContent).toBe(`none${origins.down}/robots.txtThe connection failed.`);
});

async function namesOf(provenance: Provenance) {
  const { root } = await showInApp(<Facts provenance={provenance} />);
  const names = [...root.querySelectorAll('dt')].map(({ textContent }) => textContent);
  return { root, names };
}

test('shows the caching and content of a copy', async () => {
  const { root, names } = await namesOf(shop.provenance);
  expect(names).toEqual([
    ...['Last checked', 'Fresh until', 'Next request', 'Source', 'Size', 'Character encoding'],
    'Media type',
  ]);
  expect(root.textContent).toContain('site');
  expect(root.textContent).toContain('132 bytes');
});

test('shows since when a site is unreachable', async () => {
  const { names } = await namesOf(busy.provenance);
  expect(names).toEqual(['Last checked', 'Unreachable since', 'Next request', 'Source']);
});

test('isRobotsResponse accepts responses of the service only', () => {
  for (const response of Object.values(responses)) expect(isRobotsResponse(response)).toBe(true);
  const { policies, ...rest } = responses.busy;
  const others = [problem, undefined, null, 7, [], {}, rest, { ...rest, policies: {} }];
  expect(others.filter(isRobotsResponse)).toEqual([]);
  expect(isRobotsResponse({ ...responses.busy, later: 'member' })).toBe(true);
});
