import { expect, inject, test } from 'vitest';
import { en, ja, tr } from '../support/texts.js';

test.each([
  ['English', en],
  ['Japanese', ja],
  ['Turkish', tr],
])('%s has texts for all access results, reasons and sources of the service', (_, { live }) => {
  const { outcome, reasons, source } = live;
  for (const { provenance } of Object.values(inject('live').responses)) {
    expect(outcome[provenance.access]).not.toBe('');
    expect(Object.keys(source)).toContain(provenance.source);
    if (provenance.reason !== undefined) expect(Object.keys(reasons)).toContain(provenance.reason);
  }
  expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length);
});
