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
  expect(['', 'here']).toContain(root.textContent);
  await expect.poll(() => root.textContent).toBe('here');
  const again = await showInApp(<View />);
  expect([again.root.textContent, loads]).toEqual(['here', 1]);
});

test('deferred says that it is loading only if that takes long', async () => {
  let finish = () => {};
  const loaded = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const View = deferred(async () => {
    await loaded;
    return { Here: () => <p>here</p> };
  }, 'Here');
  const { root } = await showInApp(<View />);
  expect(root.textContent).toBe('');
  await expect.poll(() => root.textContent).toMatch(/^Loading/);
  finish();
  await expect.poll(() => root.textContent).toBe('here');
});
