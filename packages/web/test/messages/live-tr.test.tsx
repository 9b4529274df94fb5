import { expect, inject, test } from 'vitest';
import { liveTr } from '../../src/messages/live-tr.js';

test('what the service answers can be said: access, reason and where it comes from', () => {
  const { access, reasons, source } = liveTr;
  for (const { provenance } of Object.values(inject('live').answers)) {
    expect(access[provenance.access]).not.toBe('');
    expect(Object.keys(source)).toContain(provenance.source);
    if (provenance.reason !== undefined) expect(Object.keys(reasons)).toContain(provenance.reason);
  }
  expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length);
});
