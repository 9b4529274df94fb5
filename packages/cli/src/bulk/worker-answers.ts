/** Answers to the rows of a worker; a row that cannot be answered costs nothing but its own answer. */
import { type DialectName, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Outcome } from './rules.js';
import type { WorkerFormat, WorkerRow } from './worker-rows.js';

export interface WorkerOptions {
  readonly format: WorkerFormat;
  readonly dialect: DialectName;
  /** Of all rows; without it each row brings its own. */
  readonly robotsTxt?: RobotsTxt | undefined;
  /** Of rows that have none. */
  readonly productToken: string;
}

/** Of parsed files that are kept, since rows often come with the same one again, and of what is kept beside each. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const CHARACTERS_BESIDE = 2048;

type ParsedFiles = Map<string, RobotsTxt>;

export class WorkerAnswers {
  readonly #options: WorkerOptions;
  /**
   * By the body as it is written in rows. What was used since the last change is among the recent; when these have taken
   * half of the room, they become the older ones, and those go. To drop one at a time would be far slower: a Map walks
   * past all that was deleted before it comes to its oldest entry.
   */
  #recent: ParsedFiles = new Map();
  #older: ParsedFiles = new Map();
  #recentCharacters = 0;
  #latestWritten: string | undefined;
  #latest: RobotsTxt | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  answer(row: WorkerRow | undefined): Outcome {
    if (row?.url === undefined) return 'invalid';
    const robotsTxt = this.#options.robotsTxt ?? this.#robotsTxtOf(row.robotsTxt);
    if (robotsTxt === undefined) return 'invalid';
    const token = row.productToken || this.#options.productToken;
    try {
      return robotsTxt.isAllowed(row.url, token) ? 'allowed' : 'disallowed';
    } catch (error) {
      // The URL, or the product token, cannot be one.
      if (error instanceof TypeError) return 'invalid';
      throw error;
    }
  }

  #robotsTxtOf(written: string | undefined): RobotsTxt | undefined {
    if (written === undefined) return undefined;
    if (written === this.#latestWritten) return this.#latest;
    this.#latestWritten = written;
    this.#latest = this.#recent.get(written);
    if (this.#latest !== undefined) return this.#latest;
    this.#latest = this.#older.get(written) ?? this.#parse(written);
    if (this.#latest !== undefined) this.#keep(written, this.#latest);
    return this.#latest;
  }

  #parse(written: string): RobotsTxt | undefined {
    const { format, dialect } = this.#options;
    const body = format.body(written);
    return body === undefined ? undefined : parseRobotsTxt(body, { dialect });
  }

  #keep(written: string, robotsTxt: RobotsTxt): void {
    this.#recentCharacters += written.length + CHARACTERS_BESIDE;
    if (this.#recentCharacters > MOST_CHARACTERS / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#recentCharacters = written.length + CHARACTERS_BESIDE;
    }
    this.#recent.set(written, robotsTxt);
  }
}
