/** Lines spread over temporary files, so that what belongs together can be taken into memory a file at a time. */
import { octetsOf } from '../bulk/blocks.js';
import type { Io, TemporaryFile } from '../io.js';

/** Files that are open at once for each level; three levels are far below what a process may open. */
export const WAYS = 64;

/** What each file holds back before it is written: 16 MiB for all of them. */
const BUFFER_CHARACTERS = 256 * 1024;

/** Lines are text of one character an octet, without a line end. */
export class Scatter {
  readonly #io: Pick<Io, 'temporaryFile'>;
  readonly #files: (TemporaryFile | undefined)[] = Array(WAYS).fill(undefined);
  readonly #buffers: string[] = Array(WAYS).fill('');

  constructor(io: Pick<Io, 'temporaryFile'>) {
    this.#io = io;
  }

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
    this.#files[way] ??= this.#io.temporaryFile();
    this.#files[way].append(octetsOf(buffer));
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
