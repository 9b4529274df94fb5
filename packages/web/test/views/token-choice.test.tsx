import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { TokenChoice, useProductToken } from '../../src/views/token-choice.js';
import { showInApp } from '../support/show-in-app.js';

const View = () => (
  <>
    <TokenChoice />
    <p>{useProductToken()}</p>
  </>
);

test('one of the crawlers is chosen, and another one where it is taken away', async () => {
  const { root, store } = await showInApp(<View />, {
    productTokens: ['a', 'b', '*'],
    productToken: 'b',
  });
  const select = root.querySelector('select');
  const shown = () => [select?.value, root.querySelector('p')?.textContent];
  expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
    ...['a', 'b', '* (everyone else)'],
  ]);
  expect(shown()).toEqual(['b', 'b']);
  await act(() => store.change({ productTokens: ['a', '*'] }));
  expect(shown()).toEqual(['a', 'a']);
  await act(() => store.change({ productTokens: [] }));
  expect(shown()).toEqual(['*', '*']);
});
