import type { Chunks } from '../bytes/file-bytes.js';
import { lineBlocks } from '../input/blocks.js';
import { RowReader } from '../rows/row-reader.js';
import { tsvRows } from '../rows/rows.js';

/** Yields the URL of each line, which is its first column; undefined for an invalid line. */
export async function* readUrlList(chunks: Chunks): AsyncGenerator<string | undefined> {
  const rows = new RowReader(tsvRows);
  for await (const bytes of lineBlocks(chunks)) {
    rows.begin(bytes, bytes.length);
    while (rows.next()) yield rows.urlProblem() === undefined ? rows.url : undefined;
  }
}
