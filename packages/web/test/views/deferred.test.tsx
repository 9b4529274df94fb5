import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { deferred } from '../../src/views/deferred.js';
import { showInApp } from '../support/show-in-app.js';

test('is loaded when it is first shown, once, and says so meanwhile', async () => {
  let loads = 0;
  const View = deferred(async () => {
    loads++;
    return () => <p>here</p>;
  });
  expect(loads).toBe(0);
  const { root } = await showInApp(<View />);
  expect(root.textContent).toMatch(/Loading|here/);
  await act(async () => {});
  expect(root.textContent).toBe('here');
  const again = await showInApp(<View />);
  expect([again.root.textContent, loads]).toEqual(['here', 1]);
});
