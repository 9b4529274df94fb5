import { expect, test } from 'vitest';
import { spanText, timeText } from '../../src/live/times.js';

const HOUR = 3_600_000;

test('times are written as the language has them', () => {
  const at = new Date(2026, 10, 21, 14, 5).getTime();
  expect(timeText('en', at)).toMatch(/^Nov 21, 2026, 2:05.PM$/);
  expect(timeText('ja', at)).toBe('2026/11/21 14:05');
  expect(timeText('tr', at)).toBe('21 Kas 2026 14:05');
});

test('spans are in hours, and in days from two of them on', () => {
  const spans = [12, 24, 48, 720].map((hours) => spanText('en', hours * HOUR));
  expect(spans).toEqual(['12 hr', '24 hr', '2 days', '30 days']);
  expect([spanText('ja', 48 * HOUR), spanText('tr', 48 * HOUR)]).toEqual(['2 日', '2 gün']);
});
