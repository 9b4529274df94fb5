import { parseRobotsTxt } from '@repkit/core';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { ChosenExplanation } from '../../src/check/chosen-explanation.js';
import { showInApp } from '../support/show-in-app.js';

const file = parseRobotsTxt('User-agent: a\nDisallow: /x\n');

test('the chosen verdict is explained and lit; what goes puts the lights out', async () => {
  const { root, store } = await showInApp(<ChosenExplanation file={file} hint="Choose." />, {
    chosen: { url: '/x', productToken: 'a' },
  });
  expect(root.querySelector('.explanation')?.textContent).toContain('a may not fetch it');
  expect(store.state.lit).toEqual({ deciding: 2, lost: [], userAgentLines: [1] });
  await act(() => render(null, root));
  expect(store.state.lit).toBeUndefined();
});

test('without a choice, or with a question that is none, it says how to choose', async () => {
  const { root, store } = await showInApp(<ChosenExplanation file={file} hint="Choose." />, {
    chosen: undefined,
  });
  expect(root.textContent).toBe('Choose.');
  await act(() => store.change({ chosen: { url: 'nothing', productToken: 'a' } }));
  expect([root.textContent, store.state.lit]).toEqual(['Choose.', undefined]);
});
