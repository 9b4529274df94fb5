/**
 * Divides rows into pieces with the rows of each origin together.
 *
 * Distributes rows to temporary files by a hash of their origin, recursively if a file is too large, so each origin is in one
 * file. Each file is then read into memory and divided: small origins share a piece, and an origin that is larger than a
 * piece gets several. The result is deterministic: the same input gives the same pieces with the same numbers.
 *
 * Memory: a small multiple of 32 MiB for a file, and 16 MiB for each of two or three levels of files, whatever the size of
 * the input. Disk: at most twice the size of the input.
 */
import type { TemporaryFile } from './files.js';
import { BUCKETS, linesOf, type RowOrigin, Scatter } from './scatter.js';

export interface Piece {
  readonly index: number;
  /** Index of the first piece of its job. */
  readonly jobFirst: number;
  readonly isLastOfJob: boolean;
  /** `number TAB URL`, one character per byte. */
  readonly lines: readonly string[];
}

export interface PiecesOptions {
  readonly pieceUrls: number;
  /** Files of at most this size are read into memory. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Six bits of the hash per level choose one of 64 buckets. */
const BITS = 6;
const LEVELS = 5;

type OriginOf = (url: string) => RowOrigin;

export class PieceMaker {
  readonly #originOf: OriginOf;
  readonly #pieceUrls: number;
  readonly #maxBytes: number;
  readonly #top: Level;
  #index = 0;

  constructor(originOf: OriginOf, options: PiecesOptions) {
    this.#originOf = originOf;
    this.#pieceUrls = options.pieceUrls;
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
    this.#top = new Level(0);
  }

  /** @param number line number of the row */
  add(number: number, url: string): void {
    this.#top.add(`${number}\t${url}`, this.#originOf(url));
  }

  /** Yields all pieces. May be called repeatedly with the same result. */
  *pieces(): Generator<Piece> {
    this.#index = 0;
    yield* this.#ofLevel(this.#top);
  }

  close(): void {
    this.#top.close();
  }

  *#ofLevel(level: Level): Generator<Piece> {
    for (const { file, isOneOrigin } of level.parts()) {
      if (file.size <= this.#maxBytes || level.depth === LEVELS - 1) {
        yield* this.#combine(byOrigin(linesOf(file), this.#originOf));
      } else if (isOneOrigin) {
        yield* this.#ofOrigin(linesOf(file));
      } else {
        const next = new Level(level.depth + 1);
        try {
          for (const line of linesOf(file)) next.add(line, this.#originOf(urlOf(line)));
          yield* this.#ofLevel(next);
        } finally {
          next.close();
        }
      }
    }
  }

  /** Puts as many whole origins into a piece as fit. */
  *#combine(origins: Iterable<readonly string[]>): Generator<Piece> {
    let open: string[] = [];
    for (const lines of origins) {
      if (open.length > 0 && open.length + lines.length > this.#pieceUrls) {
        yield* this.#ofOrigin(open);
        open = [];
      }
      if (lines.length > this.#pieceUrls) yield* this.#ofOrigin(lines);
      else for (const line of lines) open.push(line);
    }
    if (open.length > 0) yield* this.#ofOrigin(open);
  }

  /** Yields the pieces of one job. */
  *#ofOrigin(lines: Iterable<string>): Generator<Piece> {
    const jobFirst = this.#index;
    let open: string[] = [];
    for (const line of lines) {
      if (open.length === this.#pieceUrls) {
        yield { index: this.#index++, jobFirst, isLastOfJob: false, lines: open };
        open = [];
      }
      open.push(line);
    }
    yield { index: this.#index++, jobFirst, isLastOfJob: true, lines: open };
  }
}

export function urlOf(line: string): string {
  return line.slice(line.indexOf('\t') + 1);
}

/** Groups lines by origin, in the order of first occurrence. */
function byOrigin(lines: Iterable<string>, originOf: OriginOf): Iterable<readonly string[]> {
  const origins = new Map<string, string[]>();
  for (const line of lines) {
    const { origin } = originOf(urlOf(line));
    const others = origins.get(origin);
    if (others === undefined) origins.set(origin, [line]);
    else others.push(line);
  }
  return origins.values();
}

/** Temporary files by six bits of the hash. */
class Level {
  readonly depth: number;
  readonly #scatter: Scatter;
  /** The origin of each bucket; undefined if it has several. */
  readonly #origins = new Map<number, string | undefined>();

  constructor(depth: number) {
    this.depth = depth;
    this.#scatter = new Scatter();
  }

  add(line: string, { origin, hash }: RowOrigin): void {
    const bucket = (hash >>> (BITS * this.depth)) & (BUCKETS - 1);
    if (!this.#origins.has(bucket)) this.#origins.set(bucket, origin);
    else if (this.#origins.get(bucket) !== origin) this.#origins.set(bucket, undefined);
    this.#scatter.add(bucket, line);
  }

  parts(): { readonly file: TemporaryFile; readonly isOneOrigin: boolean }[] {
    return this.#scatter
      .files()
      .flatMap((file, bucket) =>
        file === undefined ? [] : [{ file, isOneOrigin: this.#origins.get(bucket) !== undefined }],
      );
  }

  close(): void {
    for (const file of this.#scatter.files()) file?.close();
  }
}
