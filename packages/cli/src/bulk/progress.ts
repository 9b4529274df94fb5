/** A progress line on a terminal: lines done, rate and remaining time. */
import type { Io } from '../program/io.js';
import { duration } from '../program/terminal.js';

const INTERVAL_MS = 200;
const BAR_COLUMNS = 20;

export class Progress {
  readonly #io: Pick<Io, 'stderr' | 'now'>;
  readonly #total: number | undefined;
  readonly #startedAt: number;
  #shownAt: number;
  #isShown = false;
  #read = 0;

  /** `total` has the unit that `read` counts, usually bytes; undefined if unknown. */
  constructor(total: number | undefined, io: Pick<Io, 'stderr' | 'now'>) {
    this.#io = io;
    this.#total = total;
    this.#startedAt = io.now();
    this.#shownAt = this.#startedAt;
  }

  read(count: number): void {
    this.#read += count;
  }

  /** Updates the line a few times per second. */
  show(lines: number): void {
    const now = this.#io.now();
    if (now - this.#shownAt < INTERVAL_MS) return;
    this.#shownAt = now;
    this.#isShown = true;
    this.#io.stderr.write(`\r${this.#text(lines, now - this.#startedAt)}\x1b[K`);
  }

  /** Erases the line before other text is written. */
  clear(): void {
    if (this.#isShown) this.#io.stderr.write('\r\x1b[K');
    this.#isShown = false;
  }

  #text(lines: number, ms: number): string {
    const rate = Math.round((lines / ms) * 1000);
    const text = `${lines.toLocaleString('en')} lines, ${rate.toLocaleString('en')}/s`;
    if (!this.#total) return text;
    const done = Math.min(1, this.#read / this.#total);
    const bar = '#'.repeat(Math.round(done * BAR_COLUMNS)).padEnd(BAR_COLUMNS, '.');
    const leftMs = (ms / this.#read) * Math.max(0, this.#total - this.#read);
    const left = this.#read === 0 ? '' : `, ${duration(leftMs)} left`;
    return `[${bar}] ${Math.floor(done * 100)}%, ${text}${left}`;
  }
}
