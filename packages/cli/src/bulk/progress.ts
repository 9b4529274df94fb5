/** A progress line on a terminal: lines done, rate and remaining time. */
import type { Io } from '../program/io.js';
import { duration } from '../program/terminal.js';

const INTERVAL_MS = 200;
const BAR_COLUMNS = 20;

export type Progress = ReturnType<typeof progressLine>;

/** `total` has the unit that `read` counts, usually bytes; undefined if unknown. */
export function progressLine(total: number | undefined, io: Pick<Io, 'stderr' | 'now' | 'report'>) {
  const startedAt = io.now();
  let shownAt = startedAt;
  let isShown = false;
  let read = 0;
  const textOf = (lines: number, ms: number): string => {
    const rate = Math.round((lines / ms) * 1000);
    const text = `${lines.toLocaleString('en')} lines, ${rate.toLocaleString('en')}/s`;
    if (!total) return text;
    const done = Math.min(1, read / total);
    const bar = '#'.repeat(Math.round(done * BAR_COLUMNS)).padEnd(BAR_COLUMNS, '.');
    const leftMs = (ms / read) * Math.max(0, total - read);
    const left = read === 0 ? '' : `, ${duration(leftMs)} left`;
    return `[${bar}] ${Math.floor(done * 100)}%, ${text}${left}`;
  };
  /** Erases the line before other text is written. */
  const clear = (): void => {
    if (isShown) io.stderr.write('\r\x1b[K');
    isShown = false;
  };
  return {
    clear,
    write(text: string): void {
      clear();
      io.stderr.write(text);
    },
    report(sentence: string): void {
      clear();
      io.report(sentence);
    },
    read(count: number): void {
      read += count;
    },
    /** Updates the line a few times per second. */
    show(lines: number): void {
      const now = io.now();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      isShown = true;
      io.stderr.write(`\r${textOf(lines, now - startedAt)}\x1b[K`);
    },
  };
}
