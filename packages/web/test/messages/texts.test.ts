import { expect, test } from 'vitest';
import { reasonText } from '../../src/messages/messages.js';
import { spanText, timeText } from '../../src/messages/time-texts.js';
import { en } from '../support/texts.js';

test('uses the translated reason, or the text of the service', () => {
  expect(reasonText(en, { reason: 'dns', detail: 'x' })).toBe(en.live.reasons.dns);
  expect(reasonText(en, { reason: 'new', detail: 'something new' })).toBe('something new');
  expect(reasonText(en, { reason: 'toString' })).toBe('toString');
  expect([reasonText(en, {}), reasonText(en, { detail: 'so' })]).toEqual(['', 'so']);
});

const HOUR = 3_600_000;

test('formats times in the language of the page', () => {
  const at = new Date(2026, 10, 21, 14, 5).getTime();
  expect(timeText('en', at)).toMatch(/^Nov 21, 2026, 2:05.PM$/);
  expect(timeText('ja', at)).toBe('2026/11/21 14:05');
  expect(timeText('tr', at)).toBe('21 Kas 2026 14:05');
});

test('formats durations in hours, and in days from two days', () => {
  const spans = [12, 24, 48, 720].map((hours) => spanText('en', hours * HOUR));
  expect(spans).toEqual(['12 hr', '24 hr', '2 days', '30 days']);
  expect([spanText('ja', 48 * HOUR), spanText('tr', 48 * HOUR)]).toEqual(['2 日', '2 gün']);
});
