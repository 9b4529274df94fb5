import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { Choice, TokenChoice, useProductToken } from '../../src/controls/choice.js';
import { showInApp } from '../support/show-in-app.js';

test('has a label, shows its value and reports the chosen value', async () => {
  const chosen: string[] = [];
  const { root } = await showInApp(
    <Choice
      label="Color"
      value="b"
      options={[
        ['a', 'One'],
        ['b', 'Two'],
      ]}
      onChange={(value) => chosen.push(value)}
    />,
  );
  const select = root.querySelector('select');
  expect([select?.labels?.[0]?.textContent?.startsWith('Color'), select?.value]).toEqual([
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

test('falls back to the first crawler if the chosen one is removed', async () => {
  const { root, store } = await showInApp(<View />, {
    productTokens: ['a', 'b', '*'],
    productToken: 'b',
  });
  const select = root.querySelector('select');
  const shown = () => [select?.value, root.querySelector('p')?.textContent];
  expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
    ...['a', 'b', '* (all other crawlers)'],
  ]);
  expect(shown()).toEqual(['b', 'b']);
  await act(() => store.change({ productTokens: ['a', '*'] }));
  expect(shown()).toEqual(['a', 'a']);
  await act(() => store.change({ productTokens: [] }));
  expect(shown()).toEqual(['*', '*']);
});
