import { expect, test } from 'vitest';
import { Hops } from '../../src/live/hops.js';
import { DOWN, REDIRECTED } from '../support/recorded-answers.js';
import { showInApp } from '../support/show-in-app.js';

test('each redirect has its status and address, and so has what answered', async () => {
  const { root } = await showInApp(<Hops provenance={REDIRECTED.provenance} />);
  expect([...root.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '301http://shop.example/robots.txt',
    '302http://shop.example/old/robots.txt',
    '200http://www.shop.example/robots.txt',
  ]);
  expect(root.querySelector('.count')?.textContent).toBe('2 redirects');
});

test('where nobody answered, it says why', async () => {
  const { root } = await showInApp(<Hops provenance={DOWN.provenance} />);
  expect(root.querySelector('li')?.textContent).toBe(
    'nonehttp://down.example/robots.txtNo connection could be made.',
  );
});
