/** Answers to the rows of a worker; a row that cannot be answered costs nothing but its own answer. */
import { type DialectName, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Outcome } from './rules.js';
import type { WorkerRow } from './worker-rows.js';

export interface WorkerOptions {
  readonly dialect: DialectName;
  /** Of all rows; without it each row brings its own. */
  readonly robotsTxt?: RobotsTxt | undefined;
  /** Of rows that have none. */
  readonly productToken: string;
}

/** The bodies of parsed files that are kept, in characters: rows often come with the same one again. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

export class WorkerAnswers {
  readonly #options: WorkerOptions;
  /** By body, the one used last at the end. */
  readonly #parsed = new Map<string, RobotsTxt>();
  #characters = 0;
  #latestBody: string | undefined;
  #latest: RobotsTxt | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  answer(row: WorkerRow | undefined): Outcome {
    if (row?.url === undefined) return 'invalid';
    const robotsTxt = this.#options.robotsTxt ?? this.#parse(row.robotsTxt);
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

  #parse(body: string | undefined): RobotsTxt | undefined {
    if (body === undefined) return undefined;
    if (body === this.#latestBody) return this.#latest;
    let robotsTxt = this.#parsed.get(body);
    if (robotsTxt === undefined) {
      robotsTxt = parseRobotsTxt(body, { dialect: this.#options.dialect });
      this.#characters += body.length;
    } else {
      this.#parsed.delete(body);
    }
    this.#parsed.set(body, robotsTxt);
    for (const oldest of this.#parsed.keys()) {
      if (this.#characters <= MOST_CHARACTERS) break;
      this.#parsed.delete(oldest);
      this.#characters -= oldest.length;
    }
    this.#latestBody = body;
    this.#latest = robotsTxt;
    return robotsTxt;
  }
}
