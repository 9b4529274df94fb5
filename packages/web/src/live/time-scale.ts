/** A logarithmic time scale, on which both hours and a month are visible. */

import type { PolicyForecast } from '@repkit/client';
import type { Language } from '../messages/messages.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The scale is nearly linear below this duration. */
const UNIT = 6 * HOUR;

const TICKS = [12 * HOUR, 2 * DAY, 7 * DAY, 30 * DAY] as const;

export interface TimeScale {
  readonly from: number;
  readonly to: number;
  /** Maps a time to 0–1. */
  readonly position: (at: number) => number;
  /** Labeled times, in milliseconds since `from`. */
  readonly ticks: readonly number[];
}

/** Covers the stages of all lists and at least 30 days. */
export function timeScale(stageLists: readonly PolicyForecast['stages'][]): TimeScale {
  const times = stageLists.flatMap((stages) => stages.map(({ at }) => at));
  const from = Math.min(...times);
  const to = Math.max(from + 30 * DAY, ...times) + 15 * DAY;
  const whole = Math.log1p((to - from) / UNIT);
  const position = (at: number) =>
    Math.min(Math.max(Math.log1p(Math.max(at - from, 0) / UNIT) / whole, 0), 1);
  return { from, to, position, ticks: TICKS };
}

/** Returns the part of the scale that each stage covers, from 0 to 1. */
export function stageSpans(stages: PolicyForecast['stages'], { position }: TimeScale) {
  return stages.map(({ at, state }, index) => {
    const next = stages[index + 1];
    return { state, start: position(at), end: next === undefined ? 1 : position(next.at) };
  });
}

/** @param at milliseconds since 1970 */
export function timeText(language: Language, at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Formats a duration in hours, or in days from 2 days: "12 hr", "30 days". */
export function spanText(language: Language, milliseconds: number): string {
  const inDays = milliseconds >= 2 * DAY;
  const number = Math.round(milliseconds / (inDays ? DAY : HOUR));
  const unit = inDays ? 'day' : 'hour';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    number,
  );
}
