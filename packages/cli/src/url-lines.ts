import type { Chunks } from './io.js';

/** Code units of a line; no client sends a longer URL, and a file need not have lines at all. */
const MAX_LINE_LENGTH = 65_536;

/** Stands for a line that is too long for a URL. */
export const TOO_LONG = Symbol('a line too long for a URL');

/** The URLs of a list, one a line, without the white space around them; blank lines and `#` comments are none. */
export async function* urlLines(chunks: Chunks): AsyncGenerator<string | typeof TOO_LONG> {
  for await (const line of lines(chunks)) {
    if (line === TOO_LONG) yield line;
    else {
      const url = line.trim();
      if (url !== '' && !url.startsWith('#')) yield url;
    }
  }
}

async function* lines(chunks: Chunks): AsyncGenerator<string | typeof TOO_LONG> {
  const decoder = new TextDecoder();
  /** The beginning of the line that is not ended yet. */
  let open: string | typeof TOO_LONG = '';
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split(/\r\n|\n|\r/);
    open = joined(open, first);
    for (const next of others) {
      yield open;
      open = joined('', next);
    }
  }
  yield joined(open, decoder.decode());
}

function joined(open: string | typeof TOO_LONG, more: string): string | typeof TOO_LONG {
  if (open === TOO_LONG || open.length + more.length > MAX_LINE_LENGTH) return TOO_LONG;
  return open + more;
}
