import { expect, inject, test } from 'vitest';
import { LIVE_TEXTS } from '../../src/messages/live-texts.js';

test.each([
  ['English', LIVE_TEXTS.en],
  ['Japanese', LIVE_TEXTS.ja],
  ['Turkish', LIVE_TEXTS.tr],
])('%s has texts for all access results, reasons and sources of the service', (_, texts) => {
  const { outcome, reasons, source } = texts;
  for (const { provenance } of Object.values(inject('live').responses)) {
    expect(outcome[provenance.access]).not.toBe('');
    expect(Object.keys(source)).toContain(provenance.source);
    if (provenance.reason !== undefined) expect(Object.keys(reasons)).toContain(provenance.reason);
  }
  expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length);
});
