/** A time line on which hours and a month can both be seen: the logarithm of the time since its beginning. */

import type { Language } from '../messages/messages.js';
import type { UnreachableStage } from './ask-service.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is shorter than this is drawn nearly as long as it is. */
const UNIT = 6 * HOUR;

/** The times that are written below the line. */
const TICKS = [12 * HOUR, 2 * DAY, 7 * DAY, 30 * DAY] as const;

export interface TimeScale {
  readonly from: number;
  readonly to: number;
  /** From 0 to 1. */
  readonly position: (at: number) => number;
  /** Milliseconds since the beginning. */
  readonly ticks: readonly number[];
}

/** From the first step of all stageLists to a while after the last, and a month at least. */
export function timeScale(stageLists: readonly (readonly UnreachableStage[])[]): TimeScale {
  const times = stageLists.flatMap((stages) => stages.map(({ at }) => at));
  const from = Math.min(...times);
  const to = Math.max(from + 30 * DAY, ...times) + 15 * DAY;
  const whole = Math.log1p((to - from) / UNIT);
  const position = (at: number) =>
    Math.min(Math.max(Math.log1p(Math.max(at - from, 0) / UNIT) / whole, 0), 1);
  return { from, to, position, ticks: TICKS };
}

export interface Stretch {
  readonly state: UnreachableStage['state'];
  /** From 0 to 1. */
  readonly start: number;
  readonly end: number;
}

/** The parts of the line in which one state holds. */
export function stretches(stages: readonly UnreachableStage[], { position }: TimeScale): Stretch[] {
  return stages.map(({ at, state }, index) => {
    const next = stages[index + 1];
    return { state, start: position(at), end: next === undefined ? 1 : position(next.at) };
  });
}

/** @param at milliseconds since 1970 */
export function timeText(language: Language, at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** A span of time in hours, or in days where it has several: "12 hrs", "30 days". */
export function spanText(language: Language, milliseconds: number): string {
  const inDays = milliseconds >= 2 * DAY;
  const number = Math.round(milliseconds / (inDays ? DAY : HOUR));
  const unit = inDays ? 'day' : 'hour';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    number,
  );
}
