import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { useComparison } from '../../src/diff/use-comparison.js';
import { showInApp } from '../support/show-in-app.js';

test('the comparison follows both texts and the dialect, and is gone while they change', async () => {
  const View = () => {
    const answer = useComparison() ?? '…';
    const text = typeof answer === 'string' ? answer : answer.changes.map((one) => one.witness);
    return <p>{text}</p>;
  };
  const { root, store } = await showInApp(<View />, {
    before: '',
    robotsTxt: 'User-agent: *\nDisallow: /x*y\n',
  });
  expect(root.textContent).toBe('…');
  await expect.poll(() => root.textContent).toBe('/xy');
  await act(() => store.change({ dialect: 'koster1996' }));
  expect(root.textContent).toBe('…');
  await expect.poll(() => root.textContent).toBe('/x*y');
  await act(() => store.change({ before: store.state.robotsTxt }));
  await expect.poll(() => root.textContent).toBe('');
});
