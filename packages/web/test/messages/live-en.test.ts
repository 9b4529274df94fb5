import { expect, test } from 'vitest';
import { liveEn } from '../../src/messages/live-en.js';
import * as recorded from '../support/recorded-answers.js';

const { PROBLEM: _problem, ...answers } = recorded;

test('what the service answered can be said: access, reason and where it comes from', () => {
  const { access, reasons, source } = liveEn;
  for (const { provenance } of Object.values(answers)) {
    expect(access[provenance.access]).not.toBe('');
    expect(Object.keys(source)).toContain(provenance.source);
    if (provenance.reason !== undefined) expect(Object.keys(reasons)).toContain(provenance.reason);
  }
  expect(new Set(Object.values(reasons)).size).toBe(Object.keys(reasons).length);
});
