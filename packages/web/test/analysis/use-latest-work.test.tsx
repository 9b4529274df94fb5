import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import type { WorkPort } from '../../src/analysis/latest-work.js';
import { useLatestWork } from '../../src/analysis/use-latest-work.js';
import { showInApp } from '../support/show-in-app.js';

test('the question that stands is answered, and no older one; what goes ends the worker', async () => {
  const asked: number[] = [];
  let ended = 0;
  let tell = (_event: { readonly data: unknown }) => {};
  const start = (): WorkPort<{ number: number }> => ({
    postMessage: ({ number }) => asked.push(number),
    addEventListener: (type, listener) => {
      if (type === 'message') tell = listener;
    },
    terminate: () => ended++,
  });
  const View = ({ number }: { readonly number: number }) => (
    <p>{useLatestWork<{ number: number }, string>(start, { number }) ?? '…'}</p>
  );
  const { root } = await showInApp(<View number={1} />);
  await act(() => render(<View number={2} />, root));
  await expect.poll(() => asked).toEqual([2]);
  await act(() => tell({ data: 'two' }));
  expect(root.textContent).toBe('two');
  await act(() => render(<View number={3} />, root));
  expect(root.textContent).toBe('…');
  await expect.poll(() => asked).toEqual([2, 3]);
  await act(() => render(null, root));
  expect(ended).toBe(1);
});
