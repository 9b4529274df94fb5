import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { Choice, TokenChoice, useProductToken } from '../../src/frame/choice.js';
import { showInApp } from '../support/show-in-app.js';

test('a choice has its label, shows its value, and tells the value that is chosen', async () => {
  const chosen: string[] = [];
  const { root } = await showInApp(
    <Choice
      label="Colour"
      value="b"
      options={[
        ['a', 'One'],
        ['b', 'Two'],
      ]}
      onChange={(value) => chosen.push(value)}
    />,
  );
  const select = root.querySelector('select');
  expect([select?.labels?.[0]?.textContent?.startsWith('Colour'), select?.value]).toEqual([
    ...[true, 'b'],
  ]);
  if (select) select.value = 'a';
  select?.dispatchEvent(new Event('change', { bubbles: true }));
  expect(chosen).toEqual(['a']);
});

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
