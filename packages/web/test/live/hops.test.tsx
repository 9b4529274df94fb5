import { expect, inject, test } from 'vitest';
import { Hops } from '../../src/live/hops.js';
import { showInApp } from '../support/show-in-app.js';

const { answers, origins } = inject('live');

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
