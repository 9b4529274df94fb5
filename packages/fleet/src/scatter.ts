/** Lines spread over temporary files, so that what belongs together can be taken into memory a file at a time. */
import { bytesOf, utf8Text } from '@repkit/bulk/blocks';
import { originOf } from '@repkit/client';
import { TemporaryFile } from './files.js';

/** What is known of the origin of a row. */
export interface OriginOfRow {
  /** Empty where there is none. */
  readonly origin: string;
  /** 30 bits of it count. */
  readonly hash: number;
}

/** Files that are open at once for each level; three levels are far below what a process may open. */
export const WAYS = 64;

/** What each file holds back before it is written: 16 MiB for all of them. */
const BUFFER_CHARACTERS = 256 * 1024;

/** Lines are text of one character a byte, without a line end. */
export class Scatter {
  readonly #files: (TemporaryFile | undefined)[] = Array(WAYS).fill(undefined);
  readonly #buffers: string[] = Array(WAYS).fill('');

  add(way: number, line: string): void {
    const buffer = `${this.#buffers[way]}${line}\n`;
    this.#buffers[way] = buffer;
    if (buffer.length >= BUFFER_CHARACTERS) this.#flush(way);
  }

  /** The files by way, each to be closed by whoever takes it; undefined where there is no line. */
  files(): readonly (TemporaryFile | undefined)[] {
    for (let way = 0; way < WAYS; way++) this.#flush(way);
    return this.#files;
  }

  #flush(way: number): void {
    const buffer = this.#buffers[way] ?? '';
    if (buffer === '') return;
    this.#files[way] ??= new TemporaryFile();
    this.#files[way].append(bytesOf(buffer));
    this.#buffers[way] = '';
  }
}

/** The lines of a file, in order. */
export function* linesOf(file: Pick<TemporaryFile, 'read'>): Generator<string> {
  let open = '';
  for (const chunk of file.read()) {
    const text =
      open + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      yield text.slice(at, end);
      at = end + 1;
    }
    open = text.slice(at);
  }
}

/** Beginnings of URLs whose origin is remembered. */
const MOST_KEPT = 100_000;

const NONE: OriginOfRow = { origin: '', hash: 0 };

/** Up to the slash behind the authority; URLs that begin alike are of the same origin. */
const USUAL_BEGINNING = /^https?:\/\/[^/?#\\\s\x80-\xff]+\//;

export function originReader(): (url: string) => OriginOfRow {
  const kept = new Map<string, OriginOfRow>();
  return (url) => {
    const key = USUAL_BEGINNING.exec(url)?.[0];
    const known = key === undefined ? undefined : kept.get(key);
    if (known !== undefined) return known;
    const text = utf8Text(url);
    const origin = text === undefined ? undefined : originOf(text);
    const found = origin === undefined ? NONE : { origin, hash: hashOf(origin) };
    if (key !== undefined) {
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(key, found);
    }
    return found;
  };
}

/** FNV-1a, mixed once more: its low bits alone choose the file. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
