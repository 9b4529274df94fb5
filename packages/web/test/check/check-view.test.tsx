import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { CheckView } from '../../src/check/check-view.js';
import { showInApp } from '../support/show-in-app.js';

test('each URL has a verdict for each crawler, which follows the text', async () => {
  const { root, store } = await showInApp(<CheckView />, {
    robotsTxt: 'User-agent: a\nDisallow: /x\n',
    urls: '/x\n/y',
    productTokens: ['a', 'b'],
  });
  const verdicts = () => [...root.querySelectorAll('td')].map((cell) => cell.textContent);
  expect(verdicts()).toEqual(['disallowed', 'allowed', 'allowed', 'allowed']);
  await act(() => store.change({ robotsTxt: 'User-agent: *\nDisallow: /y\n' }));
  expect(verdicts()).toEqual(['allowed', 'allowed', 'disallowed', 'disallowed']);
});
