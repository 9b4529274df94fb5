import { expect, test } from 'vitest';
import { MeaningMark } from '../../src/live/meaning-mark.js';
import { showInApp } from '../support/show-in-app.js';

test('a meaning is said in words, beside its sign', async () => {
  const { root } = await showInApp(<MeaningMark meaning="disallow-all" />);
  expect(root.textContent).toBe('nothing');
  expect(root.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});
