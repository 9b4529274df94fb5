import { expect, inject, test } from 'vitest';
import { liveEn } from '../../src/messages/live-en.js';
import { liveJa } from '../../src/messages/live-ja.js';
import { liveTr } from '../../src/messages/live-tr.js';

test.each([
  ['English', liveEn],
  ['Japanese', liveJa],
  ['Turkish', liveTr],
])('%s has texts for all access results, reasons and sources of the service', (_, texts) => {
  const { access, reasons, source } = texts;
  for (const { provenance } of Object.values(inject('live').responses)) {
    expect(access[provenance.access]).not.toBe('');
    expect(Object.keys(source)).toContain(provenance.source);
    if (provenance.reason !== undefined) expect(Object.keys(reasons)).toContain(provenance.reason);
  }
  expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length);
});
