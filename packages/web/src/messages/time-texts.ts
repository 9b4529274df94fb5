/** Times and durations in the language of the page. */

import type { Language } from './messages.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** @param at milliseconds since 1970 */
export function timeText(locale: Language, at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Formats the days from one time to another, both in milliseconds since 1970. */
export function periodText(locale: Language, first: number, last: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).formatRange(first, last);
}

/** Formats a duration in hours, or in days from 2 days: "12 hr", "30 days". */
export function spanText(locale: Language, milliseconds: number): string {
  const inDays = milliseconds >= 2 * DAY;
  const number = Math.round(milliseconds / (inDays ? DAY : HOUR));
  const unit = inDays ? 'day' : 'hour';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(number);
}
