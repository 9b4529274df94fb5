/** Reads the lines of an access log in blocks, so that memory does not grow with the log. */
import { filePieces } from './file-pieces.js';

/** Longer lines are cut, and then cannot be read. Servers limit request lines and headers to a few KiB. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

interface LineBlock {
  readonly lines: readonly string[];
  /** Whether the last line has no line end, which only the last block has. */
  readonly isOpen: boolean;
}

/** Has the parameters of `filePieces`, and throws its errors. */
export async function* lineBlocks(log: Blob, onBytes: (count: number) => void): AsyncGenerator<LineBlock> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of filePieces(log, onBytes)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
    yield { lines, isOpen: false };
  }
  yield { lines: rest === '' ? [] : [rest], isOpen: rest !== '' };
}
