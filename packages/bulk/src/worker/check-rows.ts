/** The worker protocol: a verdict per line, for engines that run programs. An invalid row affects no other row. */
import { Buffer, isUtf8 } from 'node:buffer';
import {
  type Crawler,
  type Decider,
  decider,
  type Overrides,
  type RobotsFile,
  robotsFile,
} from '@repkit/core';
import { BACKSLASH, bufferOf, bytesOf, CR, LF, TAB } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { BlockFilter } from '../filter/block-filter.js';
import { type FixedRules, type LiveRules, openFixed, openLive } from '../filter/rules-source.js';
import { lineBlocks, MAX_LINE_BYTES, truncateLines } from '../input/blocks.js';
import { stripByteOrderMark } from '../input/input.js';
import type { RowOutcome } from '../rows/row-format.js';
import { MAX_URL_LENGTH } from '../rows/row-reader.js';
import {
  ndjsonWorker,
  siteRows,
  tsvWorker,
  type WorkerFormat,
  type WorkerRow,
} from './worker-rows.js';

export interface WorkerOptions {
  readonly format: 'tsv' | 'ndjson';
  /** Dialect and policy that the caller states; the rest follows from the documentation of the crawler. */
  readonly given?: Overrides | undefined;
  /** Applies to all rows. Without it, each row contains a robots.txt. */
  readonly file?: RobotsFile | undefined;
  /** For rows without a product token. */
  readonly crawler: Crawler;
}

/** Yields a result line per input line, in order, as soon as the line has arrived. */
export async function* checkRows(
  input: Chunks,
  options: WorkerOptions,
): AsyncGenerator<Uint8Array> {
  const format = options.format === 'ndjson' ? ndjsonWorker : tsvWorker(options.file === undefined);
  const checker = new RowChecker({ ...options, format });
  const plain =
    options.format === 'tsv' && options.file !== undefined
      ? new PlainRowChecker(options.file, options)
      : undefined;
  for await (const bytes of rowBlocks(input)) {
    const block = bufferOf(bytes);
    if (plain !== undefined && isPlain(block)) {
      yield bytesOf(plain.check(bytes, block));
      continue;
    }
    // An array of the lines of a block would take 10 % more time.
    const text = block.toString('latin1');
    let written = '';
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const end = found === -1 ? text.length : found;
      const isCrLf = end > at && text.charCodeAt(end - 1) === CR;
      written += format.result(checker.check(format.read(text.slice(at, isCrLf ? end - 1 : end))));
      at = end + 1;
    }
    yield bytesOf(written);
  }
}

export interface SiteRowsOptions extends Pick<WorkerOptions, 'format' | 'crawler'> {
  readonly rules: FixedRules | LiveRules;
  /** Receives a message for each part of an archive that cannot be read. */
  readonly warn: (message: string) => void;
}

/** Does the same for rows with a URL, by the rules of its site, with the verdicts of `filterUrls`. */
export async function* checkSiteRows(
  input: Chunks,
  { format, crawler, rules, warn }: SiteRowsOptions,
): AsyncGenerator<Uint8Array> {
  const filter = new BlockFilter({ format: siteRows(format), crawlers: [crawler] });
  const runner =
    rules.kind === 'live' ? openLive(rules, filter) : await openFixed(rules, filter, warn);
  try {
    for await (const block of rowBlocks(input)) yield (await runner.run(block)).bytes;
  } finally {
    await runner.close();
  }
}

function rowBlocks(input: Chunks): AsyncGenerator<Uint8Array> {
  // Cut lines end with one additional byte.
  return lineBlocks(truncateLines(MAX_LINE_BYTES - 1, stripByteOrderMark(input)));
}

/** Whether a block has no escapes and is valid UTF-8. */
function isPlain(block: Buffer): boolean {
  return !block.includes(BACKSLASH) && isUtf8(block);
}

/** Deciders cached per file. Few runs have more product tokens. */
const MAX_DECIDERS = 128;

/** Checks rows without escapes against one robots.txt, without creating strings for URLs. */
class PlainRowChecker {
  readonly #file: RobotsFile;
  readonly #options: Pick<WorkerOptions, 'crawler' | 'given'>;
  /** By product token; undefined if it is invalid. */
  readonly #deciders = new Map<string, Decider | undefined>();
  /** The product token of the previous row. */
  #latestToken: Buffer | undefined;
  #decider: Decider | undefined;

  constructor(file: RobotsFile, options: Pick<WorkerOptions, 'crawler' | 'given'>) {
    this.#file = file;
    this.#options = options;
  }

  check(bytes: Uint8Array, block: Buffer): string {
    const { length } = bytes;
    let written = '';
    for (let at = 0, next = 0; at < length; at = next + 1) {
      next = indexOfByte(block, LF, at, length);
      const end = next > at && bytes[next - 1] === CR ? next - 1 : next;
      const urlEnd = indexOfByte(block, TAB, at, end);
      const from = Math.min(urlEnd + 1, end);
      const rowDecider = this.#deciderFor(block, from, indexOfByte(block, TAB, from, end));
      written += `${outcomeAt(rowDecider, bytes, at, urlEnd)}\n`;
    }
    return written;
  }

  #deciderFor(block: Buffer, start: number, end: number): Decider | undefined {
    const latest = this.#latestToken;
    if (latest?.length === end - start && latest.compare(block, start, end) === 0)
      return this.#decider;
    this.#latestToken = Buffer.from(block.subarray(start, end));
    const token = this.#latestToken.toString();
    if (!this.#deciders.has(token)) {
      if (this.#deciders.size >= MAX_DECIDERS) this.#deciders.clear();
      const { crawler, given } = this.#options;
      this.#deciders.set(token, validDecider(this.#file, token || crawler, given));
    }
    this.#decider = this.#deciders.get(token);
    return this.#decider;
  }
}

/** Returns the index of a byte in [`start`, `end`), or `end`. */
function indexOfByte(block: Buffer, byte: number, start: number, end: number): number {
  const found = block.indexOf(byte, start);
  return found === -1 || found > end ? end : found;
}

/** Returns undefined for an invalid product token. */
function validDecider(file: RobotsFile, crawler: Crawler, given?: Overrides): Decider | undefined {
  return unlessInvalid(() => decider({ kind: 'file', file }, crawler, given));
}

/** Returns undefined if the work throws the TypeError for an invalid product token or URL. */
function unlessInvalid<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns `invalid` as `filter` does: for no URL, an invalid one, and one over 1 MiB. */
function outcomeAt(
  rowDecider: Decider | undefined,
  bytes: Uint8Array,
  start: number,
  end: number,
): RowOutcome {
  if (rowDecider === undefined || start === end || isTooLong(bytes, start, end)) return 'invalid';
  return unlessInvalid(() => rowDecider.outcomeAt(bytes, start, end)) ?? 'invalid';
}

/** As for a URL as text, characters count, of which there are never more than bytes. */
function isTooLong(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= MAX_URL_LENGTH) return false;
  return bufferOf(bytes).toString('utf8', start, end).length > MAX_URL_LENGTH;
}

/** Does the same for a URL as text. */
function outcomeOf(rowDecider: Decider | undefined, url: string): RowOutcome {
  if (rowDecider === undefined || url === '' || url.length > MAX_URL_LENGTH) return 'invalid';
  return unlessInvalid(() => rowDecider.outcome(url)) ?? 'invalid';
}

/** Bounds the cache of parsed files: total characters, including an overhead per file. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const OVERHEAD_CHARACTERS = 2048;

export class RowChecker {
  readonly #options: Omit<WorkerOptions, 'format'> & { readonly format: WorkerFormat };
  /** Parsed files by their text in rows. */
  readonly #files = new Map<string, RobotsFile>();
  #characters = 0;
  /** Consecutive rows usually have the same robots.txt and crawler. */
  #latestWritten: string | undefined;
  #latestFile: RobotsFile | undefined;
  #latestCrawler: Crawler | undefined;
  #decider: Decider | undefined;

  constructor(options: Omit<WorkerOptions, 'format'> & { readonly format: WorkerFormat }) {
    this.#options = options;
  }

  check(row: WorkerRow | undefined): RowOutcome {
    if (row?.url === undefined) return 'invalid';
    const { file = this.#fileOf(row.robotsTxt), given } = this.#options;
    if (file === undefined) return 'invalid';
    const crawler = row.productToken || this.#options.crawler;
    if (file !== this.#latestFile || crawler !== this.#latestCrawler) {
      this.#latestWritten = row.robotsTxt;
      this.#latestFile = file;
      this.#latestCrawler = crawler;
      this.#decider = validDecider(file, crawler, given);
    }
    return outcomeOf(this.#decider, row.url);
  }

  #fileOf(written: string | undefined): RobotsFile | undefined {
    if (written === undefined) return undefined;
    if (written === this.#latestWritten) return this.#latestFile;
    return this.#files.get(written) ?? this.#parse(written);
  }

  #parse(written: string): RobotsFile | undefined {
    const body = this.#options.format.body(written);
    if (body === undefined) return undefined;
    const characters = written.length + OVERHEAD_CHARACTERS;
    this.#characters += characters;
    if (this.#characters > MAX_CHARACTERS) {
      this.#files.clear();
      this.#characters = characters;
    }
    const file = robotsFile(body);
    this.#files.set(written, file);
    return file;
  }
}
