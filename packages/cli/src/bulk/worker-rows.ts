/** The questions of a worker: a line each, in tab-separated columns or as an object. */

import { utf8Text } from './blocks.js';
import { tsvValue } from './tsv-value.js';

/** What a row asks; what it lacks is undefined. */
export interface WorkerRow {
  readonly robotsTxt: string | undefined;
  readonly url: string | undefined;
  readonly productToken: string | undefined;
}

export interface WorkerFormat {
  /** Reads a line without its line end; undefined where it is no row. Never throws. */
  read(line: string): WorkerRow | undefined;
  /** The line of an answer, with its line end. */
  answer(outcome: string): string;
}

/** Columns robotsTxt, url, token, of which the first is left out where one robots.txt holds for all rows. */
export function tsvWorker(hasRobotsTxt: boolean): WorkerFormat {
  return {
    read(line) {
      const text = utf8Text(line);
      if (text === undefined) return undefined;
      const columns = text.split('\t', hasRobotsTxt ? 3 : 2).map(tsvValue);
      if (!hasRobotsTxt) columns.unshift(undefined);
      const [robotsTxt, url, productToken] = columns;
      return { robotsTxt, url, productToken };
    },
    answer: (outcome) => `${outcome}\n`,
  };
}

/** An object with the members robotsTxt, url, token; others are passed over. */
export const ndjsonWorker: WorkerFormat = {
  read(line) {
    const row = objectIn(utf8Text(line));
    if (row === undefined) return undefined;
    return {
      robotsTxt: stringIn(row, 'robotsTxt'),
      url: stringIn(row, 'url'),
      productToken: stringIn(row, 'token'),
    };
  },
  answer: (outcome) => `{"verdict":"${outcome}"}\n`,
};

function objectIn(text: string | undefined): object | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function stringIn(row: object, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(row, name)?.value;
  return typeof value === 'string' ? value : undefined;
}
