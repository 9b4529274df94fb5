import { expect, test } from 'vitest';
import { reasonText } from '../../src/live/reason-text.js';
import { en } from '../../src/messages/en.js';

test('a reason is said in the words of the page, or else in those of the service', () => {
  expect(reasonText(en.live, { reason: 'dns', detail: 'x' })).toBe(en.live.reasons.dns);
  expect(reasonText(en.live, { reason: 'new', detail: 'something new' })).toBe('something new');
  expect(reasonText(en.live, { reason: 'toString' })).toBe('toString');
  expect([reasonText(en.live, {}), reasonText(en.live, { detail: 'so' })]).toEqual(['', 'so']);
});
