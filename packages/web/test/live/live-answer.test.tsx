import { act } from 'preact/test-utils';
import { expect, inject, test } from 'vitest';
import { isRobotsAnswer, type Provenance } from '../../src/live/ask-service.js';
import { Facts, Hops, LiveAnswer } from '../../src/live/live-answer.js';
import { showInApp } from '../support/show-in-app.js';

const { answers, origins, problem } = inject('live');
const { busy, page, shop } = answers;

test('a copy may be taken into the editor', async () => {
  const { root, store } = await showInApp(<LiveAnswer answer={shop} />);
  expect(root.querySelector('.live-outcome h2')?.textContent).toBe('The robots.txt was received');
  await act(() => root.querySelector('button')?.click());
  expect(store.state.robotsTxt).toContain('Disallow: /checkout/');
});

test('without a copy there is nothing to take', async () => {
  const { root } = await showInApp(<LiveAnswer answer={busy} />);
  expect(root.querySelector('.live-outcome h2')?.textContent).toContain('unreachable');
  expect(root.querySelector('button')).toBeNull();
});

test('each redirect has its status and address, and so has what answered', async () => {
  const { root } = await showInApp(<Hops provenance={answers.shop.provenance} />);
  expect([...root.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    `301${origins.shop}/robots.txt`,
    `302${origins.shop}/old/robots.txt`,
    `200${origins.www}/robots.txt`,
  ]);
  expect(root.querySelector('.count')?.textContent).toBe('2 redirects');
});

test('where nobody answered, it says why', async () => {
  const { root } = await showInApp(<Hops provenance={answers.down.provenance} />);
  expect(root.querySelector('li')?.textContent).toBe(
    `none${origins.down}/robots.txtNo connection could be made.`,
  );
});

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
  expect(root.textContent).toContain('132 bytes');
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

test('what the service answers is understood, and anything else is known as such', () => {
  for (const answer of Object.values(answers)) expect(isRobotsAnswer(answer)).toBe(true);
  const { policies, ...rest } = answers.busy;
  const others = [problem, undefined, null, 7, [], {}, rest, { ...rest, policies: {} }];
  expect(others.filter(isRobotsAnswer)).toEqual([]);
  expect(isRobotsAnswer({ ...answers.busy, later: 'member' })).toBe(true);
});
