import { expect, inject, test } from 'vitest';
import { SourceLine } from '../../src/check/source-line.js';
import { showInApp } from '../support/show-in-app.js';

const { page, shop } = inject('live').responses;

test('warns about stale and truncated copies and wrong media types', async () => {
  const { root, change } = await showInApp(<SourceLine />, { response: shop });
  const warnings = () =>
    [...root.querySelectorAll('.source-warning')].map(({ textContent }) => textContent);
  expect(warnings()).toEqual([]);
  const { provenance } = page;
  if (provenance.body === undefined) throw new Error('missing body');
  const body = { ...provenance.body, truncated: true };
  await change({ response: { ...page, provenance: { ...provenance, stale: true, body } } });
  expect(warnings()).toEqual([
    expect.stringMatching(/expired/),
    expect.stringMatching(/text\/plain/),
    expect.stringMatching(/exceeds the parsing limit/),
  ]);
});
