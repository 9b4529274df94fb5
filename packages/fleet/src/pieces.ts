/**
 * Rows in any order -> pieces, in which the rows of an origin are together.
 *
 * The rows are spread over temporary files by a hash of their origin, and files that are too large over further ones, so
 * that an origin is in one file. A file is then taken into memory and cut: small origins share a piece, and one that is
 * larger than a piece has pieces of its own. All of it follows from the rows and the size of a piece alone: the same
 * input gives the same pieces with the same numbers.
 *
 * Memory: some times 32 MiB for the file that is cut, and 16 MiB for each of two or three levels of files, whatever the
 * size of the input. The disk holds the input twice at most.
 */
import type { TemporaryFile } from './files.js';
import { linesOf, type OriginOfRow, Scatter, WAYS } from './scatter.js';

export interface Piece {
  readonly index: number;
  /** The first piece of the job this one belongs to. */
  readonly jobFirst: number;
  readonly isLastOfJob: boolean;
  /** `number TAB URL`, one character a byte. */
  readonly lines: readonly string[];
}

export interface PiecesOptions {
  readonly pieceUrls: number;
  /** A file of this size is taken into memory. */
  readonly mostBytes?: number;
}

const MOST_BYTES = 32 * 1024 * 1024;

/** 64 ways for each six bits of the hash. */
const BITS = 6;
const LEVELS = 5;

type OriginOf = (url: string) => OriginOfRow;

export class PieceMaker {
  readonly #originOf: OriginOf;
  readonly #pieceUrls: number;
  readonly #mostBytes: number;
  readonly #top: Level;
  #index = 0;

  constructor(originOf: OriginOf, options: PiecesOptions) {
    this.#originOf = originOf;
    this.#pieceUrls = options.pieceUrls;
    this.#mostBytes = options.mostBytes ?? MOST_BYTES;
    this.#top = new Level(0);
  }

  /** Takes a row; `number` is that of its line. */
  add(number: number, url: string): void {
    this.#top.add(`${number}\t${url}`, this.#originOf(url));
  }

  /** How often the pieces are asked for makes no difference to them. */
  *pieces(): Generator<Piece> {
    this.#index = 0;
    yield* this.#ofLevel(this.#top);
  }

  close(): void {
    this.#top.close();
  }

  *#ofLevel(level: Level): Generator<Piece> {
    for (const { file, isOneOrigin } of level.parts()) {
      if (file.size <= this.#mostBytes || level.depth === LEVELS - 1) {
        yield* this.#packed(byOrigin(linesOf(file), this.#originOf));
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

  /** Whole origins in a piece for as long as they fit. */
  *#packed(origins: Iterable<readonly string[]>): Generator<Piece> {
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

  /** One job: as many pieces as it takes. */
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

/** Origins in the order in which they first come; their lines in order. */
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

/** Files by six bits of the hash. */
class Level {
  readonly depth: number;
  readonly #scatter: Scatter;
  /** The origin of a file's first line; undefined once another one has come. */
  readonly #origins = new Map<number, string | undefined>();

  constructor(depth: number) {
    this.depth = depth;
    this.#scatter = new Scatter();
  }

  add(line: string, { origin, hash }: OriginOfRow): void {
    const way = (hash >>> (BITS * this.depth)) & (WAYS - 1);
    if (!this.#origins.has(way)) this.#origins.set(way, origin);
    else if (this.#origins.get(way) !== origin) this.#origins.set(way, undefined);
    this.#scatter.add(way, line);
  }

  parts(): { readonly file: TemporaryFile; readonly isOneOrigin: boolean }[] {
    return this.#scatter
      .files()
      .flatMap((file, way) =>
        file === undefined ? [] : [{ file, isOneOrigin: this.#origins.get(way) !== undefined }],
      );
  }

  close(): void {
    for (const file of this.#scatter.files()) file?.close();
  }
}
