import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { useVerdicts } from '../../src/check/use-verdicts.js';
import { showInApp } from '../support/show-in-app.js';

test('the verdicts follow what the page shows', async () => {
  const View = () => {
    const answer = useVerdicts('User-agent: *\nDisallow: /x\n') ?? 'none yet';
    return <p>{typeof answer === 'string' ? answer : answer.allowed.join('')}</p>;
  };
  const { root, store } = await showInApp(<View />, {
    urls: '/x\n/y',
    productTokens: ['a', 'b'],
  });
  expect(root.textContent).toBe('none yet');
  await expect.poll(() => root.textContent).toBe('0011');
  await act(() => store.change({ productTokens: ['a'] }));
  await expect.poll(() => root.textContent).toBe('01');
});
