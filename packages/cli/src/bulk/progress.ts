/** A line on a terminal that says how far a run has come, how fast it goes and how long it will take. */
import type { Io } from '../io.js';
import { duration } from '../render/duration.js';

const INTERVAL_MS = 200;
const BAR_COLUMNS = 20;

export class Progress {
  readonly #io: Pick<Io, 'stderr' | 'now'>;
  readonly #totalOctets: number | undefined;
  #startedAt: number;
  #startLines = 0;
  #startOctets = 0;
  #shownAt: number;
  #isShown = false;
  #octets = 0;

  /** `totalOctets` is undefined where nobody knows the size of the input. */
  constructor(totalOctets: number | undefined, io: Pick<Io, 'stderr' | 'now'>) {
    this.#io = io;
    this.#totalOctets = totalOctets;
    this.#startedAt = io.now();
    this.#shownAt = this.#startedAt;
  }

  read(octets: number): void {
    this.#octets += octets;
  }

  /** What was done before is no part of the rate. */
  begin(lines: number): void {
    this.#startedAt = this.#io.now();
    this.#startLines = lines;
    this.#startOctets = this.#octets;
  }

  /** Shows the lines so far, a few times a second. */
  show(lines: number): void {
    const now = this.#io.now();
    if (now - this.#shownAt < INTERVAL_MS) return;
    this.#shownAt = now;
    this.#isShown = true;
    this.#io.stderr.write(`\r${this.#text(lines, now - this.#startedAt)}\x1b[K`);
  }

  /** Makes room for other text. */
  clear(): void {
    if (this.#isShown) this.#io.stderr.write('\r\x1b[K');
    this.#isShown = false;
  }

  #text(lines: number, ms: number): string {
    const rate = Math.round(((lines - this.#startLines) / ms) * 1000);
    const text = `${lines.toLocaleString('en')} lines, ${rate.toLocaleString('en')}/s`;
    if (!this.#totalOctets) return text;
    const done = Math.min(1, this.#octets / this.#totalOctets);
    const bar = '#'.repeat(Math.round(done * BAR_COLUMNS)).padEnd(BAR_COLUMNS, '.');
    const octets = this.#octets - this.#startOctets;
    const leftMs = (ms / octets) * Math.max(0, this.#totalOctets - this.#octets);
    const left = octets === 0 ? '' : `, ${duration(leftMs)} left`;
    return `[${bar}] ${Math.floor(done * 100)} %, ${text}${left}`;
  }
}
