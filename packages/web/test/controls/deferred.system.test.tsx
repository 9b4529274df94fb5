import { expect, test } from 'vitest';
import { deferred } from '../../src/controls/deferred.js';
import { showInApp } from '../support/show-in-app.js';

test('deferred loads a component once, when it is first rendered', async () => {
  let loads = 0;
  const View = deferred(async () => {
    loads++;
    return { Here: () => <p>here</p> };
  }, 'Here');
  expect(loads).toBe(0);
  const { root } = await showInApp(<View />);
  expect(root.textContent).toMatch(/Loading|here/);
  await expect.poll(() => root.textContent).toBe('here');
  const again = await showInApp(<View />);
  expect([again.root.textContent, loads]).toEqual(['here', 1]);
});
