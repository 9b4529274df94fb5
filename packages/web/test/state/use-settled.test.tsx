import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { useSelected } from '../../src/state/app-context.js';
import { SETTLED_MS, useSettled } from '../../src/state/use-settled.js';
import { showInApp } from '../support/show-in-app.js';

test('a value is passed on when it has settled, and those in between never', async () => {
  const seen: string[] = [];
  const View = () => {
    const settled = useSettled(useSelected((state) => state.robotsTxt));
    if (seen.at(-1) !== settled) seen.push(settled);
    return <p>{settled}</p>;
  };
  const { store } = await showInApp(<View />, { robotsTxt: 'a' });
  expect(seen).toEqual(['a']);
  for (const robotsTxt of ['ab', 'abc']) await act(() => store.change({ robotsTxt }));
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 2 * SETTLED_MS)));
  expect(seen).toEqual(['a', 'abc']);
});
